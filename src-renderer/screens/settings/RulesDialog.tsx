/** Edits what is hidden from users without a right. Hiding is a convenience, never authorization. */
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { NeededRight, PageRule } from '../../../src-shared/domain/profile/page-rule.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { Select } from '../../components/controls/Select.tsx';
import { rightKindNames, partName } from '../../words/page-rule-words.ts';
import {
  hideableParts,
  MAX_RULES,
  NEW_RULE,
  partKey,
  type RuleDraft,
  ruleDraft,
  ruleOf,
  typedResource,
} from './rule-draft.ts';
import styles from './RulesDialog.module.css';

interface Line {
  readonly key: number;
  readonly rule: RuleDraft;
}

export function RulesDialog(props: {
  rules: readonly PageRule[];
  apply: (rules: readonly PageRule[]) => void;
  close: () => void;
}) {
  const { apply, close } = props;
  const [lines, setLines] = useState<readonly Line[]>(() =>
    props.rules.map((rule, key) => ({ key, rule: ruleDraft(rule) })),
  );
  const validRules = lines.flatMap(({ rule }) => ruleOf(rule) ?? []);
  const missing = lines.length - validRules.length;
  const nextKey = Math.max(-1, ...lines.map(({ key }) => key)) + 1;

  return (
    <Dialog
      title="Page rules"
      label="Page rules"
      description="The provider does not document which rights are needed, so there are no rules until you add them. The service still decides on each request; Access lists what is hidden."
      close={close}
      remark={
        missing === 0
          ? undefined
          : missing === 1
            ? '1 rule is not complete yet'
            : `${missing} rules are not complete yet`
      }
      buttons={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="filled"
            disabled={missing > 0}
            onClick={() => {
              apply(validRules);
              close();
            }}
          >
            Use these rules
          </Button>
        </>
      }
    >
      <ul className={styles['rules']}>
        {lines.map(({ key, rule }, index) => (
          <li key={key}>
            <RuleLine
              position={index + 1}
              rule={rule}
              change={(next) => setLines(lines.map((line) => (line.key === key ? { key, rule: next } : line)))}
              remove={() => setLines(lines.filter((line) => line.key !== key))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          disabled={lines.length >= MAX_RULES}
          onClick={() => setLines([...lines, { key: nextKey, rule: NEW_RULE }])}
        >
          Add a rule
        </Button>
      </div>
    </Dialog>
  );
}

function RuleLine(props: { position: number; rule: RuleDraft; change: (rule: RuleDraft) => void; remove: () => void }) {
  const { position, rule, change, remove } = props;
  const ofRule = `of rule ${position}`;
  const input = (label: string, placeholder: string, value: string, write: (typed: string) => void) => (
    <input
      className={`fill text-field`}
      data-mono={true}
      aria-label={label}
      placeholder={placeholder}
      spellCheck={false}
      value={value}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
  return (
    <div className={styles['rule']}>
      <span className="quiet">Hide</span>
      <Select
        aria-label={`Hidden part ${ofRule}`}
        value={rule.hides}
        choose={(hides) => change({ ...rule, hides })}
        options={hideableParts.map((part) => ({ value: partKey(part), name: partName(part) }))}
      />
      <button type="button" className="icon-button" aria-label={`Remove rule ${position}`} onClick={remove}>
        <Trash2 size={14} aria-hidden="true" />
      </button>
      <span className="quiet">without</span>
      <div className={styles['needs']}>
        <Select
          aria-label={`Kind of right ${ofRule}`}
          value={rule.kind}
          choose={(kind) => change({ ...rule, kind })}
          options={kinds.map((kind) => ({ value: kind, name: rightKindNames[kind] }))}
        />
        {rule.kind === 'permission' && (
          <>
            {input(`Resource ${ofRule}`, 'euiccs', rule.resource, (typed) => change(typedResource(rule, typed)))}
            <span className="quiet">:</span>
          </>
        )}
        {input(
          `Name of the right ${ofRule}`,
          rule.kind === 'permission' ? 'localize' : 'as Access shows it',
          rule.name,
          (name) => change({ ...rule, name }),
        )}
      </div>
    </div>
  );
}

const kinds: readonly NeededRight['kind'][] = ['permission', 'solution', 'role', 'access-right'];
