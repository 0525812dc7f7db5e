/** Chips of the requested fields. If all documented fields are requested, they share one chip. */
import { type SearchParts, withoutFieldPrefix } from '../../../../src-shared/service/search-body.ts';
import { documentedFields, FIELD_PREFIX } from '../../../../src-shared/service/search-body.ts';
import { useStores } from '../../../stores/use-stores.ts';
import type { Marks } from './marks.ts';
import styles from './SortKeys.module.css';
import { PartChip } from './PartChip.tsx';

const DOCUMENTED: readonly string[] = documentedFields.map((name) => `${FIELD_PREFIX}${name}`);

export function ColumnChips({ fields, marks }: { fields: SearchParts['returnFields']; marks: Marks }) {
  const { searchDraft } = useStores();
  if (fields === null) return null;
  const hasAll = DOCUMENTED.every((field) => fields.includes(field));
  const keep = (isSelected: (field: string) => boolean) => {
    const selected = fields.filter(isSelected);
    // The document shows no empty list. Without the member, the service returns all fields.
    searchDraft.change({ returnFields: selected.length === 0 ? null : selected });
  };
  return (
    <span className={styles['keys']}>
      {hasAll && (
        <PartChip
          label="The documented fields"
          valueText={`${DOCUMENTED.length} documented`}
          remove={() => keep((field) => !DOCUMENTED.includes(field))}
        />
      )}
      {[...new Set(fields)]
        .filter((field) => !hasAll || !DOCUMENTED.includes(field))
        .map((field) => (
          <PartChip
            key={field}
            label={withoutFieldPrefix(field)}
            valueText={withoutFieldPrefix(field)}
            {...marks(['return-field', field])}
            remove={() => keep((other) => other !== field)}
          />
        ))}
    </span>
  );
}
