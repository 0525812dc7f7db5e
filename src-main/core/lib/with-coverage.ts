import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import type { EventReader } from '../ports/event-store.ts';

export function withCoverage(reader: EventReader, change: (coverage: Coverage) => Coverage): EventReader {
  const coverage: EventReader['coverage'] = async (...query) => change(await reader.coverage(...query));
  return new Proxy(reader, { get: (of, name) => (name === 'coverage' ? coverage : Reflect.get(of, name)) });
}
