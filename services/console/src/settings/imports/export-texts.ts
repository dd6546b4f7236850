import { catalogue } from '../../i18n/texts';

export const exportTexts = catalogue(
  {
    title: 'Export',
    forOwners: 'Exports are for the owner of the workspace.',
    all: 'Everything in this workspace, as a file of JSON lines.',
    portable: 'The same without what belongs to this installation, for an import elsewhere.',
    leave: 'The links alone, as CSV in the shape of another service.',
    downloadAll: 'Download everything',
    downloadPortable: 'Download the portable export',
    downloadFor: (service: string) => `Links for ${service}`,
  },
  {
    title: 'Export',
    forOwners: 'Exportieren kann nur, wer den Workspace besitzt.',
    all: 'Alles in diesem Workspace, als Datei mit JSON-Zeilen.',
    portable: 'Dasselbe ohne das, was zu dieser Installation gehört, für einen Import anderswo.',
    leave: 'Nur die Links, als CSV in der Form eines anderen Dienstes.',
    downloadAll: 'Alles herunterladen',
    downloadPortable: 'Portablen Export herunterladen',
    downloadFor: (service: string) => `Links für ${service}`,
  },
);
