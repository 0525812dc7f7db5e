/** Renders the pane of one event in its layout, over an in-memory backend, in a real browser. */
import '../../src-renderer/theme/styles.ts';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CommandsProvider } from '../../src-renderer/commands/CommandsProvider.tsx';
import { TooltipLayer } from '../../src-renderer/components/overlay/TooltipLayer.tsx';
import { ScreenLayout } from '../../src-renderer/components/layout/ScreenLayout.tsx';
import { EventPane } from '../../src-renderer/screens/timeline/detail/EventPane.tsx';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { StoresContext } from '../../src-renderer/stores/use-stores.ts';
import type { EventDetail } from '../../src-shared/api/timeline.ts';
import { decodeEvent } from '../../src-shared/domain/event/decode-event.ts';
import type { EventSummary, ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { FakePageClock } from './fake-page-clock.ts';
import { PageBackend } from './page-backend.ts';
import { resetScreen } from './page-screen.ts';
import { START, watchSnapshot } from './page-watch.ts';

/** Makes the backend's answer for a received text, with the real decoder. */
export function eventDetailOf(data: string, part: Partial<ReceivedEvent> = {}): EventDetail {
  const event = { kind: 'LOCALIZATION', data, ...part };
  return {
    seq: 7,
    receivedAt: START,
    id: null,
    repeats: 0,
    seen: false,
    ...decodeEvent(event),
    kind: event.kind,
    raw: data,
    rawLength: data.length,
  };
}

interface PaneOptions {
  readonly row?: EventSummary | null;
  readonly position?: { at: number; total: number | null } | null;
  readonly theme?: 'dark' | 'light';
  readonly snapshot?: Parameters<typeof watchSnapshot>[0];
  readonly failure?: Error;
  /** If true, the answer waits until the test resolves it. */
  readonly defersEvents?: boolean;
  readonly wire?: 'open' | 'lost';
}

/** Opens event 7. `done` records the actions on it. */
export async function renderPane(detail: EventDetail | null, options: PaneOptions = {}) {
  await resetScreen();
  document.documentElement.dataset['colorScheme'] = options.theme ?? 'dark';
  window.location.hash = '#/timeline?event=7';
  const backend = new PageBackend();
  if (detail !== null) backend.details.set(7, detail);
  // The procedure would compute the length of a text of which the test has only the beginning.
  if (detail !== null && detail.rawLength > detail.raw.length) backend.calls.answer('timeline.event', () => detail);
  backend.calls.fail(options.failure ?? null, 'timeline.event');
  if (options.defersEvents === true) backend.calls.hold('timeline.event');
  const clock = new FakePageClock();
  const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
  onTestFinished(() => stores.stop());
  const done: string[] = [];
  const pane = (
    <EventPane
      seq={7}
      row={options.row ?? null}
      position={options.position ?? null}
      step={(by) => done.push(`step ${by}`)}
    />
  );
  const screen = await render(
    <StoresContext value={stores}>
      <CommandsProvider>
        <TooltipLayer>
          <div style={{ position: 'fixed', inset: 0 }}>
            <ScreenLayout
              title="Timeline"
              detail={{ key: '7', label: 'Event 7', close: () => done.push('close'), content: pane }}
            >
              {null}
            </ScreenLayout>
          </div>
        </TooltipLayer>
      </CommandsProvider>
    </StoresContext>,
  );
  backend.emitWire(options.wire ?? 'open');
  if (options.wire !== 'lost') backend.emit(watchSnapshot(options.snapshot));
  return { backend, stores, clock, screen, done, pane: page.getByRole('complementary', { name: 'Event 7' }) };
}
