import { numberText } from '../../src-shared/words/store-words.ts';

/** @param noun what it counts, shown after the number: "events" */
export function Figure({ value, noun, href }: { value: number; noun?: string; href?: string | undefined }) {
  const figure = (
    <>
      <span className="strong">{numberText(value)}</span>
      {noun !== undefined && ` ${noun}`}
    </>
  );
  return href === undefined ? <span className="nowrap">{figure}</span> : <a href={href}>{figure}</a>;
}
