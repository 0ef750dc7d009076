import type { Handler } from '../../domain/handle.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { Span, Tracing } from '../../domain/ports/tracing.ts';

/** A command under way. */
interface Pending {
  readonly span: Span;
  /** How often its events have been sent to the log. */
  appends: number;
}

/** A handler and its log, both seen in traces. */
export interface TracedCommands {
  /** The log to make the handler of. */
  readonly log: EventLog;
  /** Wraps the handler that was made of it. */
  readonly handler: (handler: Handler) => Handler;
}

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/**
 * Shows commands and their appends in traces, and marks the events with the trace that led to them, so that whoever
 * works them off can continue it. Commands of one stream share appends: the append stands below the first of them and
 * is known to the others by their numbers.
 */
export function traceCommands(tracing: Tracing, log: EventLog): TracedCommands {
  // The first event of a command has the command's id, by which an append finds the commands it carries.
  const pending = new Map<Uuid, Pending>();

  const append: EventLog['append'] = (stream, events, expected) => {
    const commands = events.flatMap(({ id }) => pending.get(id) ?? []);
    for (const command of commands) command.appends += 1;
    const start = () => ({
      kind: 'client' as const,
      attributes: {
        'kindra.stream.category': categoryOf(stream),
        'kindra.append.events': events.length,
        'kindra.append.commands': commands.length,
      },
      ...(commands.length > 0 && { causes: commands.slice(0, 1).map(({ span }) => span.traceparent) }),
    });
    return tracing.span(`append ${categoryOf(stream)}`, start, async (span) => {
      const result = await log.append(stream, marked(events), expected);
      span.set({ 'kindra.log.position': result.position });
      return result;
    });
  };

  function marked(events: readonly NewEvent[]): readonly NewEvent[] {
    let traceparent: string | undefined;
    return events.map((event) => {
      traceparent = pending.get(event.id)?.span.traceparent ?? traceparent;
      return traceparent ? { ...event, metadata: { ...event.metadata, traceparent } } : event;
    });
  }

  const traced = (handler: Handler): Handler => ({
    ...handler,
    handle(decider, id, command, context) {
      const { type = 'command' } = command as { readonly type?: string };
      const start = () => ({
        attributes: {
          'kindra.stream.category': decider.category,
          'kindra.command.type': type,
          'kindra.correlation_id': context.correlationId,
          'kindra.actor.kind': context.actor.kind,
        },
      });
      return tracing.span(`${decider.category} ${type}`, start, async (span) => {
        const entry: Pending = { span, appends: 0 };
        pending.set(context.commandId, entry);
        try {
          const handled = await handler.handle(decider, id, command, context);
          if (handled.accepted) span.set({ 'kindra.command.events': handled.events.length });
          else span.set({ 'kindra.command.rejection': handled.rejection.code });
          return handled;
        } finally {
          span.set({ 'kindra.command.retries': Math.max(0, entry.appends - 1) });
          if (pending.get(context.commandId) === entry) pending.delete(context.commandId);
        }
      });
    },
  });

  return { log: { ...log, append }, handler: traced };
}
