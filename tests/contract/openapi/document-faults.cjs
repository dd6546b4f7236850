// How values differ from the schemas of an OpenAPI document. Strict: a field that the document does not describe is a
// fault too. Loaded once per worker: the schemas of a document are added and compiled for all of the worker's files.

'use strict';

const { OWN_SCHEMA } = require('@kurz/process');
const { Ajv2020 } = require('ajv/dist/2020');
const addFormats = require('ajv-formats');

const KEY = 'document';

const isNode = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Forbids undescribed fields in every object schema. */
function closed(node) {
  if (Array.isArray(node)) return node.map(closed);
  if (!isNode(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = node.type === 'object' && isNode(node.properties) && !node.additionalProperties;
  return isOpen ? { ...copy, unevaluatedProperties: false } : copy;
}

function makeFaultAt(document) {
  // a validator runs a few times: better code would cost more than it gains
  const ajv = new Ajv2020({ ...OWN_SCHEMA, strict: false, code: { optimize: false } });
  addFormats(ajv);
  ajv.addSchema(closed(document), KEY);
  const compiled = new Map();
  return (pointer, value) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${KEY}#${pointer}` });
    compiled.set(pointer, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}

/** By document; each is read once and then kept. */
const known = new WeakMap();

exports.faultInDocument = (document, pointer, value) => {
  const faultAt = known.get(document) ?? makeFaultAt(document);
  known.set(document, faultAt);
  return faultAt(pointer, value);
};
