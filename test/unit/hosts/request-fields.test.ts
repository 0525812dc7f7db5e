/** Fills random stores with requests, and asks every reader of a field of a request for the same numbers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FacetField, sizeClassOf } from '../../../src-shared/domain/event/event-fields.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter } from '../../../src-shared/domain/filter/filter.ts';
import { facetValues, matchesFilter } from '../../../src-shared/domain/filter/filter-match.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { failedLocalizationMessage } from '../../doubles/documented-events.ts';
import { oneOf } from '../../doubles/random-filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import { requestText } from '../../doubles/request-texts.ts';
import { rounds } from '../../support/breadth.ts';
import { parseNdjson, Workplace } from '../../support/command.ts';

const FIELDS = ['company', 'user', 'target', 'size'] as const satisfies readonly FacetField[];
type Field = (typeof FIELDS)[number];
const STORES = rounds({ usual: 1, thorough: 200 });
const REQUESTS = 40;

interface Request extends Readonly<Record<Field, string | null>> {
  readonly failed: number;
  readonly data: string;
}

function randomRequest(random: (limit: number) => number): Request {
  const name = oneOf(['Nordwind Logistics', 'Süd, "Netz"', 'acme', null], random);
  const [user, target] = [oneOf(['r.albrecht', 'Ada, Ops', null], random), oneOf(['PAUSE', 'EU-DATA-50', '7'], random)];
  const [completed, failed] = [random(12), random(3)];
  const failing = failed === 0 ? [] : [{ code: oneOf(['70', '73'], random), count: failed, sentence: 'Not possible' }];
  const message = { companyName: name ?? undefined, companyId: 'company-7', createdBy: user ?? undefined };
  const size = sizeClassOf(completed + failed);
  const data = requestText({ completed, failing, target, message });
  return { company: name ?? 'company-7', user, target: size === '0' ? null : target, size, failed, data };
}

async function filled(datas: readonly string[]): Promise<Workplace> {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const store = await workplace.openStore();
  const events = datas.map((data, index) => receivedEvent(index, { kind: 'CMP_EVENT', data }));
  const localization = { operation: 'ALLOCATED', state: 'FAILED', detailedMessage: failedLocalizationMessage };
  const other = receivedEvent(datas.length, { kind: 'LOCALIZATION', data: JSON.stringify(localization) });
  await store.writer.append(batchOf('opens', [...events, other]));
  await store.close();
  return workplace;
}

const tally = (values: readonly (readonly [value: string | null, times: number])[]) =>
  values.reduce(
    (sums, [value, times]) => sums.set(value, (sums.get(value) ?? 0) + times),
    new Map<string | null, number>(),
  );

const only = (field: Field, value: string): Filter => ({
  terms: [{ kind: 'value', field, values: [value], negated: false }],
});

test('[READ-3] filter, facet, group, column and row of a failed resource agree on the company, user, target and size of a request', async () => {
  const random = randomNumbers(50);
  for (let round = 0; round < STORES; round += 1) {
    const requests = Array.from({ length: REQUESTS }, () => randomRequest(random));
    const workplace = await filled(requests.map(({ data }) => data));
    const printed = async (...args: string[]) =>
      parseNdjson(await workplace.output([...args, '--data-dir', workplace.dataDir, '--format', 'ndjson']));
    const events = await printed('events', '--fields', 'company,createdBy,targets,sizeClass,outcome,seq,raw');
    const resources = await printed('events', '--failed-resources');
    const store = await workplace.openStore();
    for (const field of FIELDS) {
      // The localization has none of the fields, and one failed resource.
      const expected = tally([...requests.map((request) => [request[field], 1] as const), [null, 1]]);
      const groups = await printed('count', '--by', field);
      expect(tally(groups.map((group) => [group[field] as string | null, Number(group['count'])]))).toEqual(expected);
      const query = { filter: EVERYTHING, after: 0, to: Number.MAX_SAFE_INTEGER };
      const { fields } = await store.reader.facets({ ...query, fields: [field] });
      expect(tally((fields[0]?.values ?? []).map(({ value, count }) => [value, count]))).toEqual(expected);
      for (const [value, count] of expected) {
        if (value === null) continue;
        const filter = only(field, value);
        expect((await store.reader.count({ ...query, filter })).count).toBe(count);
        const inMemory = events.filter((event) => matchesFilter(filter, event as unknown as StoredEvent, () => ''));
        const column = events.filter((event) => facetValues(event as unknown as StoredEvent, field).includes(value));
        expect([field, inMemory.length, column.length]).toEqual([field, count, count]);
      }
    }
    for (const [field, column] of [
      ['company', 'company'],
      ['user', 'createdBy'],
      ['target', 'target'],
    ] as const) {
      const expected = tally([...requests.map((request) => [request[field], request.failed] as const), [null, 1]]);
      for (const [value, times] of expected) if (times === 0) expected.delete(value);
      expect(tally(resources.map((row) => [row[column] as string | null, 1]))).toEqual(expected);
      const { [field]: value } = oneOf(requests, random);
      if (value === null) continue;
      const rows = await printed('events', '--failed-resources', '--query', printFilter(only(field, value)));
      expect(rows).toEqual(resources.filter((row) => row[column] === value));
    }
    await store.close();
  }
});

test('[EXPORT-5] the file of failed resources names each with its codes, and masks subscribers, company and user', async () => {
  const failing = [{ code: '70', count: 1, sentence: 'Nordwind Logistics cannot change the state of 262020000000000' }];
  const quiet = requestText({ failing: [], completed: 3 });
  const unnamed = requestText({ failing, message: { subscriptionRequestResources: undefined } });
  const workplace = await filled([requestText({ failing, completed: 2 }), quiet, unnamed]);
  const file = join(workplace.folder, 'failed.csv');
  await workplace.output(['events', '--data-dir', workplace.dataDir, '--failed-resources', '--output', file]);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines).toEqual([
    'receivedAt,requestId,company,createdBy,operation,target,eid,iccid,imsi,msisdn,resourceId,errorType,errorCode,sentence,seq,withheld',
    '1970-01-01T00:00:00.000Z,REQ-20261121-0417,********,********,CHANGE_SUBSCRIPTIONPACKAGE,EU-DATA-50,,8949020000000000000,********,********,res-0,DCP_ERROR,70,******** cannot change the state of ********,1,',
    '1970-01-01T00:00:02.000Z,REQ-20261121-0417,********,********,CHANGE_SUBSCRIPTIONPACKAGE,,,,,,,DCP_ERROR,70,******** cannot change the state of ********,3,',
    '1970-01-01T00:00:03.000Z,,,,ALLOCATED,,89049032000001000000015423673010,8946040000000001234,,,,CMP_ERROR,START_PROFILE_ALLOCATION_FAILED CMP-12,The allocation failed.,4,',
  ]);
  const about: unknown = JSON.parse(await readFile(`${file}.about.json`, 'utf8'));
  expect(about).toMatchObject({ rowsOf: 'failed-resources', events: 4, rows: 3 });
});
