/** A variable with an unusable value. `given` never shows a secret. */
export interface BadSetting {
  readonly name: string;
  readonly given: string;
  readonly allowed: string;
}

/** The settings can't be used. Lists all bad ones at once. */
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
