import { type ComponentType } from 'discord-api-types/v10';

/** What every component may have, whatever its type. */
export interface ComponentLike {
  readonly type: ComponentType;
  readonly custom_id?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly components?: readonly ComponentLike[];
  readonly component?: ComponentLike;
  readonly accessory?: ComponentLike;
}

/** Every component of a message, whatever it is nested in. */
export function componentsOf(components: readonly ComponentLike[] = []): ComponentLike[] {
  return components.flatMap((it) => [
    it,
    ...componentsOf(it.components),
    ...(it.accessory ? [it.accessory] : []),
  ]);
}

/** A modal's components as they are sent: every input with what was filled in, by custom id. */
export function filled(component: ComponentLike, fields: Readonly<Record<string, string>>): object {
  const { type, custom_id: id, components, component: inner } = component;
  return {
    type,
    ...(id !== undefined && { custom_id: id, value: fields[id] ?? '' }),
    ...(components && { components: components.map((it) => filled(it, fields)) }),
    ...(inner && { component: filled(inner, fields) }),
  };
}
