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
