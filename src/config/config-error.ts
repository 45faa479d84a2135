/** One variable that can't be used as it stands. `given` never shows a secret. */
export interface BadSetting {
  readonly name: string;
  readonly given: string;
  readonly allowed: string;
}

/** The desk's settings can't be used: every bad one at once, so that nobody fixes them one start at a time. */
export class ConfigError extends Error {
  readonly code = 'bad_settings';
  readonly bad: readonly BadSetting[];

  constructor(bad: readonly BadSetting[], options?: ErrorOptions) {
    const lines = bad.map(({ name, given, allowed }) => `${name} is ${given}; allowed: ${allowed}`);
    super(lines.join('\n'), options);
    this.name = 'ConfigError';
    this.bad = bad;
  }
}
