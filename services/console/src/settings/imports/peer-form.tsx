// The form for the token of another shortener, which starts the reading and checking of its links.

import { type SubmitEvent, useState } from 'react';
import { api, unwrap } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { fieldErrorOf, FormError } from '../../ui/form-error';
import { DomainChoice } from './domain-choice';
import { FileField, Sending } from './file-field';
import { importTexts } from './import-texts';
import { isSelfHosted, PEER_COUNTS, PEER_DAYS, PEER_LOGS, PEER_NAMES, type ImportPeer } from './peers';
import { uploadFile } from './upload-file';
import { useJobStep } from './use-imports';

type Reading = {
  source: ImportPeer;
  from: string;
  token: string;
  zoneDomain: string;
  days: boolean;
  log: File | undefined;
};

async function beginReading(
  { source, from, token, zoneDomain, days, log }: Reading,
  workspace: string,
  onSent: (bytes: number) => void,
) {
  const job = log && (await uploadFile({ file: log, zoneDomain }, workspace, onSent));
  await unwrap(
    api.POST('/workspaces/{workspace}/imports/readings', {
      params: { path: { workspace } },
      body: {
        source,
        token,
        ...(isSelfHosted(source) && { from }),
        ...(zoneDomain !== '' && { zoneDomain }),
        ...(PEER_DAYS[source] && { days }),
        ...(job !== undefined && { log: job }),
      },
    }),
  );
}

const TEXTS_OF_DAYS = {
  clicks: { name: 'days', hint: 'withDays' },
  visits: { name: 'visits', hint: 'withVisits' },
} as const;
const ACCEPT_LOG = '.sql,.csv,.txt,.gz,application/sql,text/csv,text/plain,application/gzip';

export function PeerForm({ source }: { source: ImportPeer }) {
  const t = useTexts(importTexts);
  const [from, setFrom] = useState('');
  const [token, setToken] = useState('');
  const [zoneDomain, setZoneDomain] = useState('');
  const [days, setDays] = useState(true);
  const [log, setLog] = useState<File>();
  const [sent, setSent] = useState(0);
  const reading = useJobStep<Reading>((of, workspace) => beginReading(of, workspace, setSent));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reading.isPending) return;
    setSent(0);
    reading.mutate({ source, from, token, zoneDomain, days, log });
  };
  const { error } = reading;
  const daysKind = PEER_DAYS[source];
  const counts = log ? t.withLog : t[daysKind && days ? TEXTS_OF_DAYS[daysKind].hint : PEER_COUNTS[source]];
  return (
    <form className="form" onSubmit={submit}>
      {isSelfHosted(source) && (
        <Field
          label={t.address}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          required
          value={from}
          error={fieldErrorOf(error, 'from')}
          onValue={setFrom}
        />
      )}
      <Field
        label={t.token}
        hint={t.tokenHint}
        type="password"
        autoComplete="off"
        required
        value={token}
        error={fieldErrorOf(error, 'token')}
        onValue={setToken}
      />
      <DomainChoice value={zoneDomain} asInSource={t.asInService} onValue={setZoneDomain} />
      {daysKind && (
        <label className="check">
          <input type="checkbox" checked={days} onChange={({ target }) => setDays(target.checked)} />
          {t[TEXTS_OF_DAYS[daysKind].name]}
        </label>
      )}
      {PEER_LOGS.includes(source) && (
        <FileField label={t.log} hint={t.logHint} accept={ACCEPT_LOG} file={log} onFile={setLog} />
      )}
      <p className="hint">{counts}</p>
      {reading.isPending && log && <Sending name={log.name} sent={sent} bytes={log.size} />}
      <FormError error={error} shown={['from', 'token']} />
      <div className="form-actions">
        <Button type="submit" kind="primary" isBusy={reading.isPending}>
          {t.read(PEER_NAMES[source])}
        </Button>
      </div>
    </form>
  );
}
