import { Copy, Download, Handshake, Undo2 } from 'lucide-react';
import { useRequest } from '../../stores/queries/use-request.ts';
import { useState } from 'react';
import type { ReportTextQuery } from '../../../src-shared/api/reports.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { spanWords } from '../../../src-shared/words/report-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { HandOverShiftDialog } from '../../components/shift/HandOverShiftDialog.tsx';
import { saveText } from '../../components/controls/save-file.ts';
import { useRequiredMasks, withRequired } from '../../stores/queries/use-managed.ts';
import { Select } from '../../components/controls/Select.tsx';
import { copiedWords, useCopyText } from '../../components/controls/use-copy.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { printSpan, type ReportSpan, type ServiceDays } from '../../time/report-span.ts';
import styles from './Report.module.css';
import { ActionButtons, commandsOf, printAction } from './ReportActions.tsx';
import { MaskNumbers, type MaskNumbersProps } from './MaskNumbers.tsx';
import { lastMonth } from './service/months.ts';
import { ShiftFields } from './ShiftFields.tsx';
import type { ReportState } from './use-report.ts';

const HOURS = [8, 12, 24] as const;
const SERVICE = 'service';

interface ReportToolsProps extends MaskNumbersProps {
  readonly span: ReportSpan;
  readonly choose: (span: ReportSpan | ServiceDays) => void;
  readonly read: ReportState;
}

export function ReportTools({ span, choose, read, isMasked, setMasked }: ReportToolsProps) {
  const stores = useStores();
  const required = useRequiredMasks();
  const { backend } = stores;
  const zone = useAppearance((state) => state.zone);
  const { copied, copy } = useCopyText();
  const { run, error } = useRequest();
  const [isChoosing, setChoosing] = useState(false);
  const [isHandingOver, setHandingOver] = useState(false);
  const { response, query, reload } = read;
  const unavailable = query === null ? 'There is no report yet.' : null;

  async function textOf(
    format: ReportTextQuery['format'],
    deliver: (named: { fileName: string; text: string }) => void,
  ) {
    if (query === null) return;
    await run(async () => {
      deliver(
        await backend.reports.text.query({
          ...query,
          format,
          mask: isMasked ? withRequired(DEFAULT_MASKED_FIELDS, required) : [],
        }),
      );
    });
  }
  const actions = [
    {
      id: 'report.copy',
      title: 'Copy the report as Markdown',
      name: copiedWords(copied, 'Copy as Markdown'),
      icon: Copy,
      run: () => void textOf('md', (named) => copy(named.text)),
    },
    {
      id: 'report.save',
      title: 'Save the report as HTML',
      name: 'Save HTML',
      icon: Download,
      run: () => void textOf('html', (named) => saveText(named.fileName, 'text/html', named.text)),
    },
    printAction('report.print', isMasked),
  ];
  useCommands([
    ...commandsOf(actions, unavailable),
    {
      id: 'report.hand-over',
      title: 'Hand over the shift',
      group: 'View',
      icon: Handshake,
      unavailable: null,
      run: () => setHandingOver(true),
    },
    { id: 'report.again', title: 'Make the report again', group: 'View', unavailable: null, run: reload },
  ]);

  function chooseSpan(value: string): void {
    if (value === SERVICE) {
      choose(lastMonth(stores.now(), zone));
      return;
    }
    setChoosing(value === 'shift');
    if (value !== 'shift') choose({ kind: 'last', hours: Number(value) });
    // Also reloads if the span is unchanged: the report then ends now.
    reload();
  }
  return (
    <div className={styles['tools']}>
      <ButtonLink variant="subtle" icon={Undo2} href={hrefOf('watch')}>
        Watch
      </ButtonLink>
      {/* Hidden from screen readers, which use the heading of the screen. */}
      <b aria-hidden="true">Shift report</b>
      <span className={styles['span']}>
        <Select
          aria-label="Span of the report"
          options={optionsOf(span)}
          value={isChoosing ? 'shift' : chosen(span)}
          choose={chooseSpan}
        />
      </span>
      {isChoosing || span.kind === 'fixed' ? (
        <ShiftFields
          key={`${printSpan(span)} ${zone}`}
          span={span}
          now={stores.now()}
          zone={zone}
          choose={(fixed) => {
            setChoosing(false);
            choose(fixed);
          }}
        />
      ) : (
        response !== null && (
          <span className="meta">{visibleText(spanWords(response.report).replace(/^.*?, /, ''))}</span>
        )
      )}
      <output className="fill small failed breaks">{error !== null && visibleText(failureWords(error))}</output>
      <MaskNumbers isMasked={isMasked} setMasked={setMasked} />
      <Button icon={Handshake} onClick={() => setHandingOver(true)}>
        Hand over the shift …
      </Button>
      {isHandingOver && <HandOverShiftDialog close={() => setHandingOver(false)} />}
      <ActionButtons actions={actions} isDisabled={unavailable !== null} />
    </div>
  );
}

function chosen(span: ReportSpan): string {
  return span.kind === 'fixed' ? 'shift' : String(span.hours);
}

function optionsOf(span: ReportSpan): { value: string; name: string }[] {
  const hours = span.kind === 'last' && !HOURS.some((each) => each === span.hours) ? [...HOURS, span.hours] : HOURS;
  return [
    ...hours.map((each) => ({ value: String(each), name: `Last ${each} h` })),
    { value: 'shift', name: 'This shift …' },
    { value: SERVICE, name: 'Service report …' },
  ];
}
