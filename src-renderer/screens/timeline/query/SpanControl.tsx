/** The span is stored only as `since` and `until` of the filter. */
import { ChevronLeft, ChevronRight, Clock } from 'lucide-react';
import { useState } from 'react';
import { type FilterSpan, filterSpan, withSpan } from '../../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { useAppearance, useNow, useStores } from '../../../stores/use-stores.ts';
import { BarMenu } from './BarMenu.tsx';
import styles from './SpanControl.module.css';
import { CustomSpan } from './CustomSpan.tsx';
import { GoToTimeForm } from './GoToTimeForm.tsx';
import { isSameSpan, adjacentSpan, spanPresets, spanName, untilNow } from './time-span.ts';

interface SpanControlProps {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
  readonly goToTime: (at: number) => void;
}

const QUARTER_HOUR_MS = 900_000;
const NO_STEPS = 'All stored events are shown: there are none before or after.';

export function SpanControl({ filter, change, goToTime }: SpanControlProps) {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  const now = useNow(QUARTER_HOUR_MS);
  const [begins, setBegins] = useState<'spans' | 'time' | null>(null);
  const opened = begins !== null;
  const setOpened = (isOpen: boolean) => setBegins(isOpen ? 'spans' : null);
  const span = filterSpan(filter, now);
  const name = spanName(span, now, zone);
  const canStep = adjacentSpan(span, -1, now) !== null;

  const choose = (next: FilterSpan) => {
    change(withSpan(filter, next));
    setOpened(false);
  };
  const step = (by: 1 | -1) => {
    const next = adjacentSpan(filterSpan(filter, stores.now()), by, stores.now());
    if (next !== null) change(withSpan(filter, next));
  };
  const toNow = () => change(withSpan(filter, untilNow(span, stores.now())));
  const unavailable = canStep ? null : NO_STEPS;
  useCommands([
    {
      id: 'span.earlier',
      title: 'Show the span before this one',
      group: 'Filter',
      keys: ['Shift+ArrowLeft'],
      unavailable,
      run: () => step(-1),
    },
    {
      id: 'span.later',
      title: 'Show the span after this one',
      group: 'Filter',
      keys: ['Shift+ArrowRight'],
      unavailable,
      run: () => step(1),
    },
    {
      id: 'span.choose',
      title: 'Choose a time span',
      group: 'Filter',
      keys: ['Shift+T'],
      run: () => setBegins('spans'),
    },
    {
      id: 'span.go-to-time',
      title: 'Go to a time',
      group: 'Go to',
      icon: Clock,
      run: () => setBegins('time'),
    },
  ]);

  return (
    <BarMenu name={name} label={`${name}, span of time`} icon={Clock} opened={opened} setOpened={setOpened} isPrinted>
      <div className={styles['menu']}>
        <ul className="fixed unmarked pad-2 ruled-right" aria-label="Common spans">
          {spanPresets(now, zone).map((preset) => (
            <li key={preset.name}>
              <button
                type="button"
                className={styles['preset']}
                aria-pressed={isSameSpan(preset.span, span)}
                data-autofocus={(begins === 'spans' && isSameSpan(preset.span, span)) || undefined}
                onClick={() => choose(preset.span)}
              >
                {preset.name}
              </button>
            </li>
          ))}
        </ul>
        <div className="stack gap-3 pad-3">
          {opened && <CustomSpan span={span} now={now} zone={zone} choose={choose} />}
          {opened && (
            <GoToTimeForm
              now={now}
              zone={zone}
              isFirst={begins === 'time'}
              go={(at) => {
                setOpened(false);
                goToTime(at);
              }}
            />
          )}
          <div className="gap-2 ruled flex pad-top-3">
            <Button disabled={!canStep} icon={ChevronLeft} onClick={() => step(-1)}>
              Earlier
            </Button>
            <Button
              disabled={!canStep}
              rightSection={<ChevronRight size={14} aria-hidden="true" />}
              onClick={() => step(1)}
            >
              Later
            </Button>
            <Button disabled={span.until === null} onClick={toNow}>
              Until now
            </Button>
          </div>
        </div>
      </div>
    </BarMenu>
  );
}
