import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState } from "react";
import { cn } from "./class-names";
import { IconButton } from "./icon-button";
import { placeText } from "./place-text";

export interface OrderItem {
  id: number;
  name: string;
}

interface OrderListProps {
  order: OrderItem[];
  onChange: (order: OrderItem[]) => void;
}

/** The records in an order that can be changed. */
export function OrderList({ order, onChange }: OrderListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const [announced, setAnnounced] = useState("");
  const move = (from: number, to: number) => onChange(arrayMove(order, from, to));
  const position = (id: unknown) => order.findIndex((item) => item.id === id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(position(active.id), position(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcements(order, position) }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={order} strategy={verticalListSortingStrategy}>
        <ol className="grid gap-2">
          {order.map((item, index) => (
            <OrderRow
              key={item.id}
              item={item}
              first={index === 0}
              last={index === order.length - 1}
              onMove={(step) => {
                move(index, index + step);
                setAnnounced(placeText(item.name, index + step, order.length));
              }}
            />
          ))}
        </ol>
      </SortableContext>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </DndContext>
  );
}

/** What a screen reader says while a record is dragged. */
function announcements(order: OrderItem[], position: (id: unknown) => number): Announcements {
  const text = ({ active, over }: Pick<DragEndEvent, "active" | "over">, event: string) => {
    const name = order[position(active.id)]?.name ?? "";
    return placeText(`${name}${event}`, position((over ?? active).id), order.length);
  };
  return {
    // Its first place is announced right after.
    onDragStart: () => undefined,
    onDragOver: (drag) => text(drag, ""),
    onDragEnd: (drag) => text(drag, " put down"),
    onDragCancel: ({ active }) => text({ active, over: null }, " put back"),
  };
}

interface OrderRowProps {
  item: OrderItem;
  first: boolean;
  last: boolean;
  onMove: (step: -1 | 1) => void;
}

function OrderRow({ item, first, last, onMove }: OrderRowProps) {
  const {
    setNodeRef,
    setActivatorNodeRef,
    listeners,
    attributes,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: item.id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cn(
        "flex items-center gap-1 rounded-xl border border-line bg-paper pr-1",
        isDragging && "relative z-10 border-primary shadow-lg",
      )}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={`Drag ${item.name}`}
        // A finger on the handle drags instead of scrolling.
        className="icon-button cursor-grab touch-none [&_svg]:size-5"
      >
        <GripVertical aria-hidden />
      </button>
      <span className="min-w-0 flex-1 py-2 wrap-anywhere">{item.name}</span>
      {/* Not disabled at the ends: the button that was pressed must keep the focus. */}
      <IconButton
        label={`Move ${item.name} up`}
        icon={<ArrowUp />}
        aria-disabled={first}
        className={first ? "opacity-40" : undefined}
        onClick={() => !first && onMove(-1)}
      />
      <IconButton
        label={`Move ${item.name} down`}
        icon={<ArrowDown />}
        aria-disabled={last}
        className={last ? "opacity-40" : undefined}
        onClick={() => !last && onMove(1)}
      />
    </li>
  );
}
