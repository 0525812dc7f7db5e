/** What classes are called in the built page, over a folder of sheets. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClassNames } from '../../../build/class-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'class-names-'));
const row = join(folder, 'Row.module.css');
writeFileSync(join(folder, 'Bar.module.css'), '.bar { color: red; }\n');
writeFileSync(row, '.row[data-x] > .to-test { top: 0 }\n.row:hover { top: 1px }\n.end { top: 0 }\n');
const names = new ClassNames(folder);
const module = join(folder, 'Row.tsx');
const line = "import styles from './Row.module.css';";

describe('classes of the built page', () => {
  it('[PAGE-290] are called by number of sheet and class, whatever is built first', () => {
    expect([names.of('end', row), names.of('row', row), names.of('to-test', row)]).toEqual(['_012', '_010', '_011']);
    expect(names.of('bar', join(folder, 'Bar.module.css'))).toBe('_000');
  });

  it('[PAGE-290] stand in the modules themselves; the sheet is loaded all the same', () => {
    const code = `${line}\nconst a = [styles['row'], \`\${styles['to-test']} x\`, otherstyles['row']];`;
    expect(names.written(code, module)).toBe(
      `${line}import './Row.module.css';\nconst a = ["_010", \`\${"_011"} x\`, otherstyles['row']];`,
    );
  });

  it('are looked up where the name is not written out', () => {
    expect(names.written(`${line}\nstyles[large ? 'row' : 'end'];`, module)).toContain("styles[large ? 'row' : 'end']");
  });

  it('[PAGE-291] end the build where no sheet has them', () => {
    expect(() => names.written(`${line}\nstyles['raw'];`, module)).toThrow(`There is no class "raw" in ${row}.`);
    expect(() => names.written("import styles from './Bow.module.css';\nstyles['row'];", module)).toThrow('"row"');
  });
});
