/** What the address says: which screen, and which event is open. Links and Back work because nothing else says it. */
import { useHashLocation } from 'wouter/use-hash-location';

export type Route =
  | { readonly screen: 'timeline'; readonly selected: number | null }
  | { readonly screen: 'coverage' }
  | { readonly screen: 'data' };

/** Anything unknown is the timeline: an old link must open something. */
function parseRoute(path: string): Route {
  const [screen, selected] = path.replace(/^\//, '').split('/');
  if (screen === 'coverage' || screen === 'data') return { screen };
  const seq = screen === 'timeline' && /^\d{1,15}$/.test(selected ?? '') ? Number(selected) : 0;
  return { screen: 'timeline', selected: seq > 0 ? seq : null };
}

export function routePath(route: Route): string {
  if (route.screen !== 'timeline') return `/${route.screen}`;
  return route.selected === null ? '/timeline' : `/timeline/${route.selected}`;
}

export function useRoute(): { route: Route; go: (route: Route, options?: { replace: boolean }) => void } {
  const [path, navigate] = useHashLocation();
  return { route: parseRoute(path), go: (route, options) => navigate(routePath(route), options) };
}
