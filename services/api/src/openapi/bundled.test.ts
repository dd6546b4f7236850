import { bundled } from './bundled';

const other = {
  paths: {},
  components: {
    schemas: {
      List: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
      Item: { type: 'object', properties: { rest: { $ref: '#/components/schemas/List' } } },
      Unused: {},
    },
  },
};
const documentWith = (schemas: object) => ({
  openapi: '3.1.1',
  paths: { '/a': { get: { schema: { $ref: './other.yaml#/components/schemas/List' } } } },
  components: { schemas },
});

test('what another document has is copied with all that it refers to, and nothing else', () => {
  const own = { $ref: '#/components/schemas/Own' };
  expect(bundled(documentWith({ Own: own }), { './other.yaml': other })).toEqual({
    openapi: '3.1.1',
    paths: { '/a': { get: { schema: { $ref: '#/components/schemas/List' } } } },
    components: {
      schemas: { Own: own, List: other.components.schemas.List, Item: other.components.schemas.Item },
    },
  });
});

test('a name that would mean two components is a fault', () => {
  const bundle = () => bundled(documentWith({ Item: {} }), { './other.yaml': other });
  expect(bundle).toThrow('two components are named schemas/Item');
});

test('a reference to what is not there is a fault', () => {
  const document = documentWith({ Own: { $ref: './other.yaml#/components/schemas/Nothing' } });
  expect(() => bundled(document, { './other.yaml': other })).toThrow(
    './other.yaml#/components/schemas/Nothing',
  );
});
