import type { SubscriptionItem } from '../../../../src-shared/api/searches.ts';
import type { ItemField } from '../../../../src-shared/service/subscription-item.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { Time } from '../../../components/Time.tsx';
import { Value } from '../../../components/Value.tsx';
import { useAppearance } from '../../../stores/use-stores.ts';
import { fullTimeText } from '../../../time/time-text.ts';
import { visibleText } from '../../../text/visible-text.ts';
import pane from '../../../components/detail/DetailPane.module.css';
import styles from './SubscriptionPane.module.css';

const MAX_FIND_LENGTH = 256;

export function SubscriptionFields({ item, fields }: { item: SubscriptionItem; fields: readonly ItemField[] }) {
  const documented = fields.filter(({ isDocumented }) => isDocumented);
  const others = fields.filter(({ isDocumented }) => !isDocumented);
  return (
    <>
      <section>
        <h3 className={pane['heading']}>Fields</h3>
        <dl className={styles['fields']}>
          {documented.map((field) => (
            <Field key={field.name} field={field} />
          ))}
          <Value name="Received" value={fullTimeText(item.receivedAt, 'utc')}>
            <Time at={item.receivedAt} date="always" precision="millis" zoned />
          </Value>
        </dl>
        {documented.length === 0 && <p className="meta">It has none of the documented fields.</p>}
      </section>
      {others.length > 0 && (
        <section>
          <h3 className={pane['heading']}>Not in the provider’s document</h3>
          <dl className={styles['fields']}>
            {others.map((field) => (
              <Field key={field.name} field={field} />
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Field({ field: { name, value, kind } }: { field: ItemField }) {
  const address = useAddress(subscriptionsAddress);
  const isFindable = value.trim() !== '' && value.length <= MAX_FIND_LENGTH && (kind === 'text' || kind === 'number');
  const zone = useAppearance((state) => state.zone);
  // A UTC time needs no conversion, because it is received in UTC.
  const at = kind === 'text' && zone === 'local' ? utcTime(value) : null;
  return (
    <Value
      name={visibleText(name)}
      value={value}
      remark={kind === 'text' && value === '' ? 'empty text' : kind === 'text' ? null : kindWords(kind)}
      find={isFindable ? () => address.change({ find: value }) : undefined}
      {...(at === null ? {} : { remark: <Time at={at} date="always" zoned /> })}
    />
  );
}

function kindWords(kind: Exclude<ItemField['kind'], 'text'>): string | null {
  return kind === 'null' || kind === 'json' ? null : kind;
}
