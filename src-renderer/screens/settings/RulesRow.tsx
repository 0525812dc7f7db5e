import { useState } from 'react';
import { FieldRow, useDraftEditing } from './Field.tsx';
import { RulesDialog } from './RulesDialog.tsx';

export function RulesRow() {
  const { draft, change } = useDraftEditing();
  const [isOpen, setOpen] = useState(false);
  const { pageRules } = draft.fields;
  const { length } = pageRules;
  return (
    <FieldRow label="Rules">
      <span>{length === 0 ? 'no page rules' : length === 1 ? '1 page rule' : `${length} page rules`}</span>
      <button type="button" className="link-button" aria-label="Edit the page rules" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <RulesDialog rules={pageRules} apply={(rules) => change({ pageRules: rules })} close={() => setOpen(false)} />
      )}
    </FieldRow>
  );
}
