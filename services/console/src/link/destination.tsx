// A link's destination, with its host emphasised and in Punycode. Only a web address is rendered as a hyperlink.

import { useTexts } from '../i18n/texts';
import { destinationPartsOf } from './destination-parts';
import { linkTexts } from './link-texts';

export function Destination({ url, isLink = false }: { url: string; isLink?: boolean }) {
  const t = useTexts(linkTexts);
  const parts = destinationPartsOf(url);
  if (!parts) return <span className="destination">{url}</span>;
  const { before, host, after, isForeign } = parts;
  const text = (
    <>
      <span className="destination-rest">{before}</span>
      <b className="destination-host">{host}</b>
      <span className="destination-rest">{after}</span>
    </>
  );
  const title = isForeign ? t.punycode : undefined;
  if (!isLink)
    return (
      <span className="destination" title={title}>
        {text}
      </span>
    );
  return (
    <a className="destination" href={url} rel="noreferrer" title={title}>
      {text}
    </a>
  );
}
