import { loadFrom } from "@/api/admin/load-record";
import { type ServiceEdit, toServiceEdit, useSaveService } from "@/api/admin/services";
import { type Service, serviceQuery } from "@/api/services";
import { type RecordFormOptions, useRecordForm } from "@/editing/record-form";

type Shared = "kind" | "record" | "load" | "save" | "editOf";

/** What the three forms of a service have in common. Each has some of its fields. */
export function useServiceForm<V extends Record<string, unknown>>(
  service: Service | undefined,
  toEdit: (values: V, record: Service | undefined) => ServiceEdit,
  options: Omit<RecordFormOptions<Service, V, ServiceEdit>, Shared> & { kind?: string },
) {
  return useRecordForm<Service, V, ServiceEdit>({
    kind: "service",
    record: service,
    load: service && ((client) => loadFrom(client, serviceQuery(String(service.id)), found)),
    editOf: (values, { record, deleted, version }) => ({
      // A service that is created again keeps what the form does not show.
      ...(deleted && record && fieldsOf(record)),
      ...toEdit(values, record),
      ...version,
    }),
    save: useSaveService(),
    ...options,
  });
}

const found = (service: Service | null) => service;

/** The fields of a service that a save sets. */
export function fieldsOf(service: Service): ServiceEdit {
  const { id: _, ...fields } = toServiceEdit(service);
  return fields;
}
