/**
 * Only the newest query of a kind, watch and connection runs for long, for example while a user types. An older one
 * returns its partial result, from which the caller can continue.
 */
const questions = new WeakMap<object, Map<string, AbortController>>();

/** `wire`: the same object for all calls of one connection. The signal is aborted when a newer query arrives. */
export function newestQuery(wire: object, watch: string, kind: string): AbortSignal {
  const key = `${watch} ${kind}`;
  const ofWire = questions.get(wire) ?? new Map<string, AbortController>();
  questions.set(wire, ofWire);
  ofWire.get(key)?.abort(new Error('a newer request replaced this one'));
  const newest = new AbortController();
  ofWire.set(key, newest);
  return newest.signal;
}
