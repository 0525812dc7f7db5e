import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ServiceFormat } from '../../../../src-shared/api/quality/service-report.ts';
import { daysOfMonth } from '../../../../src-shared/domain/service-span.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { ButtonLink } from '../../../components/controls/Button.tsx';
import { Select } from '../../../components/controls/Select.tsx';
import { useAppearance, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { daySpan, DEFAULT_SPAN, printAnySpan, type ReportSpan, type ServiceDays } from '../../../time/report-span.ts';
import { failureWords } from '../../../words/error-words.ts';
import styles from '../Report.module.css';
import { ActionButtons, commandsOf, printAction } from '../ReportActions.tsx';
import { MaskNumbers, type MaskNumbersProps } from '../MaskNumbers.tsx';
import { SpanForm } from '../SpanForm.tsx';
import { lastMonths, monthName } from './months.ts';
import type { ServiceRead } from './use-service-report.ts';

const MONTHS = 13;
const FORMATS: readonly { readonly format: ServiceFormat; readonly name: string; readonly title: string }[] = [
  { format: 'html', name: 'Save HTML', title: 'Save the report as HTML' },
  { format: 'xlsx', name: 'Save .xlsx', title: 'Save the report for a spreadsheet' },
  { format: 'json', name: 'Save JSON', title: 'Save the report as JSON' },
];

interface ServiceToolsProps extends MaskNumbersProps {
  readonly days: ServiceDays;
  readonly choose: (span: ReportSpan | ServiceDays) => void;
  readonly read: ServiceRead;
}

export function ServiceTools({ days, choose, read, isMasked, setMasked }: ServiceToolsProps) {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  const shown = printAnySpan(days);
  const months = lastMonths(stores.now(), zone, MONTHS);
  const [isChoosing, setChoosing] = useState(false);
  const areDays = isChoosing || !months.includes(shown);
  const unavailable = read.value === null ? 'There is no report yet.' : null;
  const actions = [
    ...FORMATS.map(({ format, name, title }) => ({
      id: `service-report.${format}`,
      title,
      name,
      icon: Download,
      run: () => void read.save(format, isMasked),
    })),
    printAction('service-report.print', isMasked),
  ];
  useCommands(commandsOf(actions, unavailable));

  function chooseMonth(value: string): void {
    setChoosing(value === 'days');
    if (value === 'shift') choose(DEFAULT_SPAN);
    const month = daysOfMonth(value);
    if (month !== null) choose(daySpan(month.first, month.last));
  }

  return (
    <div className={styles['tools']}>
      <ButtonLink variant="subtle" icon={Undo2} href={hrefOf('watch')}>
        Watch
      </ButtonLink>
      {/* Hidden from screen readers, which use the heading of the screen. */}
      <b aria-hidden="true">Service report</b>
      <span className={styles['span']}>
        <Select
          aria-label="Days of the report"
          options={[
            ...months.map((month) => ({ value: month, name: monthName(month) })),
            { value: 'days', name: 'Days …' },
            { value: 'shift', name: 'Shift report' },
          ]}
          value={areDays ? 'days' : shown}
          choose={chooseMonth}
        />
      </span>
      {areDays && <DayFields key={shown} days={days} choose={choose} />}
      <output className="fill small failed breaks">
        {read.failure !== null && visibleText(failureWords(read.failure))}
      </output>
      <MaskNumbers isMasked={isMasked} setMasked={setMasked} />
      <ActionButtons actions={actions} isDisabled={unavailable !== null} />
    </div>
  );
}

function DayFields({ days, choose }: Pick<ServiceToolsProps, 'days' | 'choose'>) {
  const [first, setFirst] = useState(days.first);
  const [last, setLast] = useState(days.last);
  const isWrong = first === '' || last === '' || first > last;
  return (
    <SpanForm
      type="date"
      first={{ label: 'First day', value: first, set: setFirst }}
      last={{ label: 'Last day', value: last, set: setLast }}
      wrong={isWrong ? 'The first day must not be after the last.' : null}
      show={() => choose(daySpan(first, last))}
    />
  );
}
