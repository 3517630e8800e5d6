import { useState } from "react";
import { FormDialog } from "./form-dialog";
import { lazyPart } from "./lazy-part";
import type { OrderItem } from "./order-list";

// Its library for dragging is as large as a tab, and few people change an order.
const OrderList = lazyPart(async () => (await import("./order-list")).OrderList);

interface OrderDialogProps {
  title: string;
  items: OrderItem[];
  pending: boolean;
  error?: string;
  onSave: (ids: number[]) => void;
  onClose: () => void;
}

/** Changes the order of records, with buttons, by dragging and with the keyboard. */
export function OrderDialog({ title, items, pending, error, onSave, onClose }: OrderDialogProps) {
  const [order, setOrder] = useState(items);
  return (
    <FormDialog
      title={title}
      description="Drag the handle, or use the arrows. Visitors see this order."
      submitLabel="Save Order"
      pendingLabel="Saving..."
      pending={pending}
      error={error}
      onSubmit={() => onSave(order.map(({ id }) => id))}
      onClose={onClose}
    >
      <OrderList order={order} onChange={setOrder} />
    </FormDialog>
  );
}
