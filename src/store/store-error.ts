/** A database that can't be used as it is: damaged, of another version, of another program, moved, or out of reach. */
export class StoreError extends Error {
  readonly code: 'corrupt' | 'newer' | 'older' | 'foreign' | 'moved' | 'unusable';

  constructor(code: StoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}
