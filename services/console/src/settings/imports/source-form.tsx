// Chooses the source of an import: a file, or another shortener's API.

import { useState } from 'react';
import { importPeerValues } from '../../api/enums';
import { useTexts } from '../../i18n/texts';
import { Select } from '../../ui/select';
import { FileForm } from './file-form';
import { importTexts } from './import-texts';
import { PeerForm } from './peer-form';
import { PEER_NAMES, type ImportPeer } from './peers';

export function SourceForm() {
  const t = useTexts(importTexts);
  const [source, setSource] = useState<ImportPeer | 'file'>('file');
  const services = importPeerValues.map((value) => ({ value, name: PEER_NAMES[value] }));
  return (
    <>
      <Select
        label={t.source}
        value={source}
        options={[{ value: 'file', name: t.file }, ...services]}
        onValue={setSource}
      />
      {source === 'file' ? <FileForm /> : <PeerForm key={source} source={source} />}
    </>
  );
}
