/** Sentences about an identifier. Values come from outside: all are made visible text here. */
import type { FoundId, FoundIdField } from '../../api/ids/found-ids.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { countryLabel } from '../country-words.ts';
import { summarize } from '../events/summarize.ts';

const foundIdNames: Readonly<Record<FoundIdField, string>> = {
  eid: 'eUICC',
  iccid: 'ICCID',
  imsi: 'IMSI',
  msisdn: 'MSISDN',
  request: 'request',
  resource: 'resource',
  event: 'event id',
  text: 'in the text of an event',
};

/** Example: `IMSI · Package change, 1 of 8 failed, this one failed with 70 · 18:33`. @param time formats a time */
export function foundIdWords({ field, newest, resource }: FoundId, time: (at: number) => string): string {
  const country = newest.countryCode;
  const place = country === null ? [] : [countryLabel(country) ?? visibleText(country)];
  const own = resource === null ? '' : `, ${resourceWords(resource)}`;
  return [foundIdNames[field], ...place, `${summarize(newest)}${own} ${time(newest.receivedAt)}`].join(' · ');
}

function resourceWords({ failed, state, code }: NonNullable<FoundId['resource']>): string {
  if (failed) return code === null ? 'this one failed' : `this one failed with ${visibleText(code)}`;
  return state === null ? 'this one without a state' : `this one ${visibleText(state).toLowerCase()}`;
}
