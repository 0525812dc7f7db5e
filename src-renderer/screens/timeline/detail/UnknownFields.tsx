/** Fields that the provider's document does not contain. A value can be used as a filter. */
import { useMemo } from 'react';
import { type Filter, FILTER_LIMITS } from '../../../../src-shared/domain/filter/filter.ts';
import { timelineAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { Value } from '../../../components/Value.tsx';
import type { JsonLayout } from '../../../text/json-layout.ts';
import { visibleText } from '../../../text/visible-text.ts';
import pane from '../../../components/detail/DetailPane.module.css';
import { FirstFew } from './FirstFew.tsx';
import { type UnknownField, unknownFields } from './unknown-fields.ts';

/** Characters; the received text has the complete value. */
const MAX_VALUE_LENGTH = 200;

export function UnknownFields({ layout, kind }: { layout: JsonLayout; kind: string }) {
  const fields = useMemo(() => unknownFields(layout.lines, kind), [layout, kind]);
  if (fields.length === 0) return null;
  return (
    <section>
      <h3 className={pane['heading']}>Not in the provider's document</h3>
      <FirstFew
        items={fields}
        first={6}
        className="unmarked"
        renderItem={(field) => (
          <dl>
            <Field field={field} />
          </dl>
        )}
      />
    </section>
  );
}

function Field({ field: { path, name, value, entries } }: { field: UnknownField }) {
  const address = useAddress(timelineAddress);
  const canFilter = value !== null && value.trim() !== '' && value.length <= FILTER_LIMITS.valueLength;
  const shown = value ?? `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  return (
    <Value
      name={visibleText(name)}
      value={value ?? path}
      remark={<Untrusted text={path} />}
      filter={
        canFilter ? (negated) => address.change({ filter: withText(address.value.filter, value, negated) }) : undefined
      }
    >
      <span className="mono">
        <Untrusted text={shown.length > MAX_VALUE_LENGTH ? `${shown.slice(0, MAX_VALUE_LENGTH)}…` : shown} />
      </span>
    </Value>
  );
}

/** Adds a filter for the text or its negation, and removes the opposite one. */
function withText(filter: Filter, value: string, negated: boolean): Filter {
  const terms = filter.terms.filter((term) => term.kind !== 'text' || !term.values.includes(value));
  if (terms.length >= FILTER_LIMITS.terms) return filter;
  return { terms: [...terms, { kind: 'text', values: [value], negated }] };
}
