/**
 * What a page asks for again with each letter of a query: only the newest question of a kind about one watch on one
 * wire is worked on for long. An older one is answered with what there is of it; who still wants it goes on from there.
 */
const questions = new WeakMap<object, Map<string, AbortController>>();

/** @param wire the same object for each call of one wire @returns when this question is the newest no more */
export function newestQuery(wire: object, watch: string, kind: string): AbortSignal {
  const key = `${watch} ${kind}`;
  const ofWire = questions.get(wire) ?? new Map<string, AbortController>();
  questions.set(wire, ofWire);
  ofWire.get(key)?.abort(new Error('something newer was asked'));
  const newest = new AbortController();
  ofWire.set(key, newest);
  return newest.signal;
}
