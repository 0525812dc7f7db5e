import { useState } from 'react';
import type { ReportEntry, ServiceFormat, ServiceReport } from '../../../../src-shared/api/quality/service-report.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { saveFile } from '../../../components/controls/save-file.ts';
import { useRequiredMasks, withRequired } from '../../../stores/queries/use-managed.ts';
import { useRequest } from '../../../stores/queries/use-request.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useAuthor } from '../../../stores/use-author.ts';
import { useAppearance, useStores, useWatch } from '../../../stores/use-stores.ts';
import type { ServiceDays } from '../../../time/report-span.ts';
import { ianaZone } from '../../../time/zoned-time.ts';

const TYPES: Readonly<Record<ServiceFormat, string>> = {
  html: 'text/html',
  md: 'text/markdown',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface ServiceResult {
  readonly report: ServiceReport;
  readonly masked: ServiceReport;
}

export function useServiceReport({ first, last }: ServiceDays) {
  const { backend } = useStores();
  const zone = ianaZone(useAppearance((state) => state.zone));
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const author = useAuthor();
  const [written, setWritten] = useState(0);
  const required = useRequiredMasks();
  const { run, error: failure } = useRequest();
  const query = { first, last, zone };
  const read = useWatchQuery<ServiceResult>(
    JSON.stringify(query),
    (shown) => backend.reports.service.query({ watch: shown.watch, ...query }),
    { revision: written },
  );

  async function write(what: ReportEntry): Promise<boolean> {
    const by = watch === null ? 'declined' : await author();
    if (watch === null || by === 'declined') return false;
    const isWritten = await run(() => backend.reports.write.mutate({ watch, author: by, what }));
    if (isWritten) setWritten((count) => count + 1);
    return isWritten;
  }

  async function save(format: ServiceFormat, isMasked: boolean): Promise<void> {
    if (watch === null) return;
    await run(async () => {
      const mask = isMasked ? withRequired(DEFAULT_MASKED_FIELDS, required) : [];
      const { fileName, content } = await backend.reports.serviceFile.query({ watch, ...query, format, mask });
      const bytes = format === 'xlsx' ? Uint8Array.from(content, (byte) => byte.charCodeAt(0)) : content;
      saveFile(fileName, new Blob([bytes], { type: TYPES[format] }));
    });
  }

  return { ...read, failure, write, save };
}

export type ServiceRead = ReturnType<typeof useServiceReport>;
