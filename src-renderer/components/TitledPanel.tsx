import type { ReactNode } from 'react';

interface TitledPanelProps {
  readonly title: string;
  readonly label?: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

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
