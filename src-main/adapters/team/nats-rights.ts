/** Lists rights (`docs/design/team.md` §8). `CONSUMER.*` would allow to delete consumers of other members. */
import { baseStreamOf, baseSubjectsOf, leaseBucketOf, messageSubject, streamOf, subjectOf } from './nats-names.ts';

/** `wall` only reads. `desk` also acts. `stand-by` may hold the seat. */
export type RightsRole = 'wall' | 'desk' | 'stand-by';

interface NatsRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

export function natsRightsOf(log: string, member: string, role: RightsRole): NatsRights {
  const stream = streamOf(log);
  const bucket = leaseBucketOf(log);
  const read = [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.*`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.API.STREAM.MSG.GET.KV_${bucket}`,
    `$JS.API.STREAM.MSG.GET.${baseStreamOf(log)}`,
  ];
  const present = messageSubject(log, 'presence', member);
  const act = [subjectOf(log, { lane: 'actions' }, member), present, messageSubject(log, 'requests', '*')];
  const hold = [
    subjectOf(log, { lane: 'chain' }, member),
    subjectOf(log, { lane: 'offers' }, member),
    `$KV.${bucket}.*`,
    baseSubjectsOf(log),
  ];
  return {
    publish: [...read, ...(role === 'wall' ? [] : act), ...(role === 'stand-by' ? hold : [])],
    subscribe: [`_INBOX_${member}.>`, messageSubject(log, 'presence', '*'), messageSubject(log, 'requests', member)],
  };
}

/** Returns the entry of a user for the servers' configuration file. @param publicKey of the member's nkey */
export function natsUserEntry(publicKey: string, { publish, subscribe }: NatsRights): string {
  const list = (subjects: readonly string[]) => `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;
  return `{ nkey: ${publicKey}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)} } }`;
}
