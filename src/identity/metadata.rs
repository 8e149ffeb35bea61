//! What the provider publishes about itself (OpenID Connect Discovery), and openidconnect's types for it with our own
//! keys.

use crate::identity::key::Key;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGrantType, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
    CoreResponseMode, CoreResponseType, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreSubjectIdentifierType, CoreTokenIntrospectionResponse, CoreTokenResponse,
};
use openidconnect::{
    AdditionalProviderMetadata, EmptyAdditionalClaims, EndSessionUrl, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IntrospectionUrl, ProviderMetadata, StandardErrorResponse,
};
use serde::{Deserialize, Serialize};

/// The discovery document.
pub(super) type Metadata = ProviderMetadata<
    Extensions,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    Key,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// A client of the provider, made from its discovery document.
pub(super) type Client = openidconnect::Client<
    EmptyAdditionalClaims,
    CoreAuthDisplay,
    openidconnect::core::CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    Key,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    CoreTokenResponse,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Members of the discovery document from other specifications.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Extensions {
    /// Where the browser signs out (RP-Initiated Logout 1.0).
    pub end_session_endpoint: Option<EndSessionUrl>,
    /// Where opaque tokens are looked up (RFC 8414, RFC 7662).
    pub introspection_endpoint: Option<IntrospectionUrl>,
    /// How a client proves there who it is; as at the token endpoint when it is missing.
    pub introspection_endpoint_auth_methods_supported: Option<Vec<CoreClientAuthMethod>>,
    /// Whether every authorization response names the issuer (RFC 9207).
    pub authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for Extensions {}

/// Whether a client secret has to be sent in the body, because the provider takes it there and not in the header.
pub(super) fn secret_in_body(methods: Option<&Vec<CoreClientAuthMethod>>) -> bool {
    methods.is_some_and(|methods| {
        methods.contains(&CoreClientAuthMethod::ClientSecretPost)
            && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
    })
}
