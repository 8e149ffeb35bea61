//! A browser without screens: stores cookies, and does not follow redirects.

use crate::support::http_client;
use reqwest::{Client, Response};
use serde_json::Value;
use std::collections::BTreeMap;

/// A person's browser at one address.
#[derive(Clone)]
pub struct Browser {
    pub http: Client,
    pub address: String,
    pub cookies: BTreeMap<String, String>,
}

impl Browser {
    /// A new browser without cookies.
    pub fn at(address: &str) -> Browser {
        Browser { http: http_client(), address: address.to_owned(), cookies: BTreeMap::new() }
    }

    /// A request with the browser's cookies.
    pub fn request(&self, method: &str, to: &str) -> reqwest::RequestBuilder {
        let url = if to.starts_with('/') { format!("{}{to}", self.address) } else { to.to_owned() };
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.http.request(method.parse().unwrap(), url).header("Cookie", cookies.join("; "))
    }

    /// Sends a request, and stores the cookies of the response.
    pub async fn send(&mut self, request: reqwest::RequestBuilder) -> Response {
        let answer = request.send().await.unwrap();
        for cookie in answer.cookies_set() {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    pub async fn get(&mut self, to: &str) -> Response {
        self.send(self.request("GET", to)).await
    }

    pub async fn json(&mut self, to: &str) -> Value {
        self.get(to).await.json().await.unwrap()
    }

    /// Submits a form of one of our own pages.
    pub async fn submit(&mut self, to: &str, form: &[(String, String)]) -> Response {
        self.send(self.request("POST", to).form(form).header("Origin", &self.address)).await
    }

    /// Goes to `/login`; returns the URL of the provider and the parameters of the request to it.
    pub async fn begin(&mut self, return_to: &str) -> (String, BTreeMap<String, String>) {
        let to: String = url::form_urlencoded::byte_serialize(return_to.as_bytes()).collect();
        let begun = self.get(&format!("/login?return={to}")).await;
        let provider = location(&begun);
        let url = url::Url::parse(&provider).unwrap();
        (provider, url.query_pairs().into_owned().collect())
    }
}

/// The Set-Cookie headers of a response.
pub trait Cookies {
    fn cookies_set(&self) -> Vec<String>;
}

impl Cookies for Response {
    fn cookies_set(&self) -> Vec<String> {
        self.headers().get_all("set-cookie").iter().map(|v| v.to_str().unwrap().to_owned()).collect()
    }
}

/// The target of a redirect.
pub fn location(answer: &Response) -> String {
    assert!(answer.status().is_redirection(), "{answer:?}");
    answer.headers()["location"].to_str().unwrap().to_owned()
}
