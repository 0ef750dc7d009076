import type { Checkpoint } from '../domain/ports/read-models.ts';

/** SQL expression: all checkpoints as one string, `projection position epoch,…`. As `engine.register_peer` returns them. */
export const SELECT_CHECKPOINTS = `(
  SELECT string_agg(projection || ' ' || position || ' ' || epoch, ',') FROM engine.checkpoints)`;

/** Parses the value of `SELECT_CHECKPOINTS`. */
export const parseCheckpoints = (text: string | null | undefined): readonly Checkpoint[] =>
  (text ? text.split(',') : []).map((line) => {
    const [projection = '', position, epoch] = line.split(' ');
    return { projection, position: Number(position), epoch: Number(epoch) };
  });
