/** "Can this token …?": a form that applies the rule by which an API decides. The address stores the question. */
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { useId, useMemo } from 'react';
import type { AccessReport } from '../../../src-shared/api/access.ts';
import { parsePermission, printPermission } from '../../../src-shared/domain/profile/permission.ts';
import { accessAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useAccess, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { type PermissionStatus, permissionStatus } from '../../words/access-words.ts';
import styles from './PermissionCheck.module.css';

/** Longer lists do not help to choose. Other names can be typed. */
const MAX_SUGGESTIONS = 500;
const MAX_NAME_LENGTH = 200;

export function PermissionCheck({ report }: { report: AccessReport | null }) {
  const address = useAddress(accessAddress);
  const query = parsePermission(address.value.can);
  const changeQuery = (part: Partial<typeof query>) => {
    const next = { ...query, ...part };
    const isEmpty = next.resource === '' && next.permission === '';
    address.change({ can: isEmpty ? '' : printPermission(next) }, { replace: true });
  };
  const offered = useMemo(() => suggestedNames(report), [report]);
  const status = permissionStatus(report, query);
  return (
    <section className="panel row wraps gap-2-3 pad-3-4" aria-label="Can this token …?">
      <span className="strong nowrap section-size">Can this token</span>
      <Field
        label="Permission"
        value={query.permission}
        offered={offered.permissions}
        change={(permission) => changeQuery({ permission })}
      />
      <span className="quiet">on</span>
      <Field
        label="Resource"
        isWide
        value={query.resource}
        offered={offered.resources}
        change={(resource) => changeQuery({ resource })}
      />
      <span className="strong nowrap section-size">?</span>
      <PermissionStatusLine status={status} />
      <Checked report={report} />
    </section>
  );
}

function Field(props: {
  label: string;
  value: string;
  offered: readonly string[];
  change: (value: string) => void;
  isWide?: boolean;
}) {
  const list = useId();
  return (
    <>
      <input
        className={`${styles['field']} text-field`}
        data-mono={true}
        data-wide={props.isWide === true}
        aria-label={props.label}
        placeholder={props.label}
        list={list}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={props.value}
        onChange={(event) => props.change(event.currentTarget.value)}
      />
      <datalist id={list}>
        {props.offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

const icons = { yes: CircleCheck, no: CircleX, unknown: CircleHelp } as const;
const labels = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const;

function PermissionStatusLine({ status: { kind, words } }: { status: PermissionStatus }) {
  if (kind === 'unasked')
    return (
      <output className={styles['verdict']}>
        <span className="quiet">{words}</span>
      </output>
    );
  const Icon = icons[kind];
  return (
    <output className={styles['verdict']} data-answer={kind}>
      <Icon size={16} aria-hidden="true" />
      <strong>{labels[kind]}</strong>
      <span className="quiet">
        <Untrusted text={words} />
      </span>
    </output>
  );
}

function Checked({ report }: { report: AccessReport | null }) {
  const { access } = useStores();
  const isRefreshing = useAccess((state) => state.isRefreshing);
  const lost = useWatch(({ wire }) => wire.kind === 'lost');
  return (
    <span className="row wraps small gap-3 to-end">
      {report !== null && (
        <span className="quiet">
          checked <Time at={report.checkedAt} zoned />, stored{' '}
          {Math.round((report.keptUntil - report.checkedAt) / 1_000)} s
        </span>
      )}
      <Button size="compact-xs" disabled={isRefreshing || lost} onClick={() => access.checkAgain()}>
        {isRefreshing ? 'Checking …' : 'Check again'}
      </Button>
    </span>
  );
}

/** Omits names with hidden characters: after choosing one, the user could not see what is checked. */
function suggestedNames(report: AccessReport | null): { readonly resources: string[]; readonly permissions: string[] } {
  const plain = (names: Iterable<string>) =>
    [...new Set(names)].filter((name) => visibleText(name) === name).slice(0, MAX_SUGGESTIONS);
  const resources = report?.resources ?? [];
  return {
    resources: plain(resources.map(({ resource }) => resource)),
    permissions: plain(resources.flatMap(({ permissions }) => permissions ?? [])),
  };
}
