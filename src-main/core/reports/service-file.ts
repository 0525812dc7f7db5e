import type { ServiceFormat, ServiceReport } from '../../../src-shared/api/quality/service-report.ts';
import { zoneOrUtc } from '../../../src-shared/lib/zone.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { serviceDocument } from '../../../src-shared/words/quality/service-report-blocks.ts';
import { documentHtml } from './report-html.ts';
import { documentMarkdown } from './report-markdown.ts';

/** Prints a report without a time of making. Loads the library for spreadsheets only for one. */
export async function serviceFile(report: ServiceReport, format: ServiceFormat): Promise<string | Uint8Array> {
  switch (format) {
    case 'html':
      return documentHtml('Service report', serviceDocument(report), 0);
    case 'md':
      return documentMarkdown(serviceDocument(report));
    case 'json':
      return `${plainJson(report)}\n`;
    case 'xlsx':
      return (await import('./service-workbook.ts')).serviceWorkbook(report);
    default:
      return assertNever(format);
  }
}

/** `service-report-2026-10.html` for a complete month, otherwise with its first and last day. */
export function serviceFileName(
  { from, to, zone }: Pick<ServiceReport, 'from' | 'to' | 'zone'>,
  format: string,
): string {
  const of = zoneOrUtc(zone);
  const [first, last, next] = [from, to - 1, to].map((at) => new Date(of.wallTime(at)).toISOString().slice(0, 10));
  const month = first?.slice(0, 7);
  const isMonth = first === `${month}-01` && next?.endsWith('-01') === true && last?.slice(0, 7) === month;
  return `service-report-${isMonth ? month : `${first}-to-${last}`}.${format}`;
}
