/** Reads the current settings, so a client that was added while the simulator runs can sign in. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Client } from '../configuration/configuration.ts';
import type { Settings } from '../configuration/settings.ts';

/** RFC 8252 section 7.3: any port of a loopback address is allowed. */
const loopbackUris = ['/callback', '/'].flatMap((path) => [`http://127.0.0.1${path}`, `http://[::1]${path}`]);

/** Describes a client with the metadata of RFC 7591 section 2. */
function metadataOf(client: Client): AdapterPayload {
  if (client.flow === 'clientCredentials')
    return {
      client_id: client.clientId,
      client_secret: client.clientSecret,
      token_endpoint_auth_method: `client_secret_${client.authentication}`,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    };
  const { clientId, clientSecret, authentication, redirectUris } = client;
  return {
    client_id: clientId,
    ...(clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: clientSecret, token_endpoint_auth_method: `client_secret_${authentication}` }),
    // For native applications the library accepts any port, for web applications any address.
    application_type: redirectUris === undefined ? 'native' : 'web',
    redirect_uris: [...(redirectUris ?? loopbackUris)],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  };
}

export class ClientStore implements Adapter {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const client = this.#settings.client(id);
    return client && metadataOf(client);
  }

  // The other methods are for models that the issuer writes; clients are read-only.
  async upsert(): Promise<void> {}
  async findByUserCode(): Promise<undefined> {}
  async findByUid(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}
