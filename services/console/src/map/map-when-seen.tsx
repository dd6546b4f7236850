// The map of countries, which is loaded when it comes near the viewport. A placeholder keeps its room.

import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import './map.css';
import { lazyPart } from '../ui/lazy-part';

const CountryMap = lazyPart(() => import('./country-map'));

/** The distance below the viewport at which the map is loaded. */
const NEAR = '200px';

export function MapWhenSeen(props: ComponentProps<typeof CountryMap>) {
  const container = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!container.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: NEAR },
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  const kept = <div ref={container} className="map-place" />;
  return isSeen ? (
    <Suspense fallback={kept}>
      <CountryMap {...props} />
    </Suspense>
  ) : (
    kept
  );
}
