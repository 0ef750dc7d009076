import type { Handler } from '../../domain/handle.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { getCategory, type Uuid } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { Span, Tracing } from '../../domain/ports/tracing.ts';

interface PendingCommand {
  readonly span: Span;
  /** Number of appends that contained the command's events. */
  appends: number;
}

/**
 * Traces commands and their appends. Stores the trace context in events, so that consumers can continue the
 * trace. If several commands for one stream share an append, its span is a child of the first command's span.
 */
export function traceCommands(tracing: Tracing, log: EventLog) {
  // Keyed by the id of a command's first event, which is the command id.
  const pendingCommands = new Map<Uuid, PendingCommand>();

  const append: EventLog['append'] = (stream, events, expectedState) => {
    const commands = events.flatMap(({ id }) => pendingCommands.get(id) ?? []);
    for (const command of commands) command.appends += 1;
    const createSpanStart = () => ({
      kind: 'client' as const,
      attributes: {
        'kindra.stream.category': getCategory(stream),
        'kindra.append.events': events.length,
        'kindra.append.commands': commands.length,
      },
      ...(commands.length > 0 && { causes: commands.slice(0, 1).map(({ span }) => span.traceparent) }),
    });
    return tracing.runInSpan(`append ${getCategory(stream)}`, createSpanStart, async (span) => {
      const result = await log.append(stream, addTraceContext(events), expectedState);
      span.set({ 'kindra.log.position': result.position });
      return result;
    });
  };

  function addTraceContext(events: readonly NewEvent[]): readonly NewEvent[] {
    let traceparent: string | undefined;
    return events.map((event) => {
      traceparent = pendingCommands.get(event.id)?.span.traceparent ?? traceparent;
      return traceparent ? { ...event, metadata: { ...event.metadata, traceparent } } : event;
    });
  }

  const wrapHandler = (handler: Handler): Handler => ({
    ...handler,
    handle(decider, id, command, context) {
      const { type = 'command' } = command as { readonly type?: string };
      const createSpanStart = () => ({
        attributes: {
          'kindra.stream.category': decider.category,
          'kindra.command.type': type,
          'kindra.correlation_id': context.correlationId,
          'kindra.actor.kind': context.actor.kind,
        },
      });
      return tracing.runInSpan(`${decider.category} ${type}`, createSpanStart, async (span) => {
        const entry: PendingCommand = { span, appends: 0 };
        pendingCommands.set(context.commandId, entry);
        try {
          const result = await handler.handle(decider, id, command, context);
          if (result.accepted) span.set({ 'kindra.command.events': result.events.length });
          else span.set({ 'kindra.command.rejection': result.rejection.code });
          return result;
        } finally {
          span.set({ 'kindra.command.retries': Math.max(0, entry.appends - 1) });
          if (pendingCommands.get(context.commandId) === entry) pendingCommands.delete(context.commandId);
        }
      });
    },
  });

  return {
    /** The traced log, with which the handler must be created. */
    log: { ...log, append },
    /** Wraps the handler that was created with `log`. */
    wrapHandler,
  };
}
