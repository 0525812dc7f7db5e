/** The open cases of a group by country and code, or by company, target and creator. A bar filters the list and the other bars. */
import type { FailureGroup, ValueCount } from '../../../../src-shared/api/cases.ts';
import { type CaseField, exactTerm } from '../../../../src-shared/domain/cases/case-search-terms.ts';
import { countryLabel } from '../../../../src-shared/words/country-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { ValueBars } from '../../../components/bars/ValueBars.tsx';
import { listedOpen } from '../../../stores/queries/case-source.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';
import styles from './GroupPane.module.css';

const FIELDS = {
  localization: [
    ['country', 'Where'],
    ['code', 'Codes'],
  ],
  request: [
    ['company', 'Companies'],
    ['target', 'Targets'],
    ['user', 'Created by'],
  ],
} as const;

export function GroupValues({ group, find }: { group: FailureGroup; find: string }) {
  return FIELDS[group.cause.kind].map(([field, title]) => (
    <section key={field} className="panel shrinks" aria-label={title}>
      <h3 className={styles['heading']}>{title}</h3>
      <FieldBars group={group} find={find} field={field} title={title} />
    </section>
  ));
}

interface FieldBarsProps {
  readonly group: FailureGroup;
  readonly find: string;
  readonly field: CaseField;
  readonly title: string;
}

function FieldBars({ group: { key, cause }, find, field, title }: FieldBarsProps) {
  const { cases } = useStores().backend;
  const board = useBoard((state) => state.board);
  const screen = cause.kind === 'request' ? 'requests' : 'localizations';
  const terms = find.split(/\s+/).filter((term) => term !== '');
  // The bars of a field are not filtered by the field itself, so that another value can be chosen.
  const others = terms.filter((term) => !term.startsWith(`${field}:=`));
  const { value } = useWatchQuery<ValueCount[]>(
    `${key} ${field} ${others.join(' ')}`,
    ({ watch }) =>
      cases.values.query({ watch, ...listedOpen(cause.kind, key, others.join(' ')), by: field, across: null }),
    { revision: board },
  );
  // All cases have the code of the cause.
  const known = (value ?? []).filter(({ value: each }) => field !== 'code' || each !== cause.code);
  const bars = known.map(({ value: each, count }) => {
    const term = exactTerm(field, each);
    const isChosen = terms.includes(term);
    return {
      key: term,
      name: each === null ? 'not given' : field === 'country' ? (countryLabel(each) ?? each) : each,
      count,
      isChosen,
      href: hrefOf(screen, { group: key, find: [...others, ...(isChosen ? [] : [term])].join(' ') }),
    };
  });
  return <ValueBars label={title} bars={bars} />;
}
