/** The figures of the page of charts: each group is asked for by its own method, and shown when it is there. */
import { signal } from '@preact/signals';
import type { ResultOf } from '../model/shapes.ts';
import type { Call } from './gateway-client.ts';
import type { Store } from './store.ts';

export type Figures = ResultOf<'newsroom.charts.items'>;
export type Figure = Figures['figures'][number];

export const CHART_GROUPS = ['items', 'stories', 'runs', 'models', 'doubts', 'pace'] as const;
export type ChartGroup = (typeof CHART_GROUPS)[number];

export const DAY_COUNTS = [7, 14, 30] as const;

export class Charts {
  readonly days = signal<number>(14);
  readonly figures = signal<Partial<Record<ChartGroup, Figures | 'failed'>>>({});
  readonly #call: Call;
  readonly #store: Store;
  #asked = 0;

  constructor(call: Call, store: Store) {
    this.#call = call;
    this.#store = store;
  }

  /** Of several questions under way at once, only the answers to the last count. */
  load = async (): Promise<void> => {
    if (this.#store.view.value !== 'charts' || this.#store.connection.value !== 'open') return;
    const question = ++this.#asked;
    const days = this.days.value;
    await Promise.all(
      CHART_GROUPS.map(async (group) => {
        const answer = await this.#ask(group, days).catch(() => 'failed' as const);
        if (question === this.#asked) this.figures.value = { ...this.figures.value, [group]: answer };
      }),
    );
  };

  choose(days: number): void {
    this.days.value = days;
    void this.load();
  }

  #ask(group: ChartGroup, days: number): Promise<Figures> {
    return group === 'items'
      ? this.#call('newsroom.charts.items')
      : this.#call(`newsroom.charts.${group}`, { days });
  }
}
