/** One figure of a benchmark. Goals are those of the project's issues. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
}
