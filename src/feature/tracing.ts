/**
 * The port to traces: what a feature does, in spans that hang on each other. Where no exporter is configured nothing is
 * recorded, and nothing has to be asked first.
 */
export interface Tracing {
  /** Runs `work` in a span of this name. What it throws is noted on the span, and thrown on. */
  span<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T>;
}

/** A span that is open: its own spans hang on it. */
export interface Span extends Tracing {
  set(attributes: Attributes): void;
}

/** Counts, names and states: no words of people, and none of pages. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export const NO_TRACING: Span = {
  span: (_name, _attributes, work) => work(NO_TRACING),
  set: () => {},
};
