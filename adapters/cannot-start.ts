/** Something that the person who starts Kindra has to put right; its message says what, in plain words. */
export class CannotStart extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CannotStart';
  }
}
