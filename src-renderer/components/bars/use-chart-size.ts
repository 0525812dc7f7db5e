import { useWidth } from '../use-width.ts';
import { useMediaQuery } from '../../theme/use-media-query.ts';
import { useTokens } from '../../theme/use-tokens.ts';

const SMALL_WINDOW = '(max-width: 62.5rem), (max-height: 43.75rem)';

export type ChartSize = ReturnType<typeof useChartSize>;

export function useChartSize(height: { readonly usual: number; readonly small: number }) {
  const { widthPx, measure } = useWidth<HTMLDivElement>();
  const scale = useTokens().unit / 13;
  const isSmall = useMediaQuery(SMALL_WINDOW);
  return { widthPx, measure, scale, isSmall, heightPx: (isSmall ? height.small : height.usual) * scale };
}
