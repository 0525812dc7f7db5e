/** Formats the licence notices: parts with the same text are listed together, above the text. */
import type { LicensedPart, LicenceNotices } from '../api/licence-notices.ts';

export const ELECTRON_LICENCE_NOTICE =
  "A desktop package contains Electron. The notices of Chromium, Node.js and the other parts of Electron are in the file LICENSES.chromium.html in the program's folder (macOS: Watchfloor.app/Contents/Resources).";

export interface LicenceGroup {
  readonly parts: readonly LicensedPart[];
  readonly text: string;
}

/** Groups the parts by text, in the order of the list. A part with several texts is in several groups. */
export function licenceGroups({ parts, texts }: Pick<LicenceNotices, 'parts' | 'texts'>): LicenceGroup[] {
  return texts
    .map((text, at) => ({ text, parts: parts.filter((part) => part.texts.includes(at)) }))
    .filter((group) => group.parts.length > 0);
}

export const licensedPartText = ({ name, version, licence }: LicensedPart) => `${name} ${version} (${licence})`;

const RULE = '='.repeat(80);

export function licencesText(notices: LicenceNotices): string {
  const groups = licenceGroups(notices).map(
    ({ parts, text }) => `${RULE}\n${parts.map(licensedPartText).join('\n')}\n${RULE}\n\n${text}\n`,
  );
  const head = `Licences of the third-party parts of Watchfloor ${notices.version}.\n\n${ELECTRON_LICENCE_NOTICE}\n`;
  return [head, ...groups].join('\n');
}
