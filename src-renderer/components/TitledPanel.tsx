import type { ReactNode } from 'react';

interface TitledPanelProps {
  readonly title: string;
  /** Name for screen readers; the title if absent. */
  readonly label?: string;
  /** Shown at the end of the head. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A framed part of a screen with a small head. */
export function TitledPanel({ title, label = title, note, children }: TitledPanelProps) {
  return (
    <section className="panel shrinks" aria-label={label}>
      <header className="panel-head gap-2">
        <h3 className="small">{title}</h3>
        <span className="meta to-end">{note}</span>
      </header>
      {children}
    </section>
  );
}
