// The map of countries, whose drawing is loaded when it comes near the screen: its place is kept.

import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import './map.css';
import { lazyPart } from '../ui/lazy-part';

const CountryMap = lazyPart(() => import('./country-map'));

/** So far below the screen it is loaded already. */
const NEAR = '200px';

export function MapWhenSeen(props: ComponentProps<typeof CountryMap>) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const kept = <div ref={place} className="map-place" />;
  return isSeen ? (
    <Suspense fallback={kept}>
      <CountryMap {...props} />
    </Suspense>
  ) : (
    kept
  );
}
