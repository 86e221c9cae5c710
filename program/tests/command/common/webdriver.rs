//! A browser, driven over the WebDriver protocol: <https://www.w3.org/TR/webdriver2/>.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::find_program;

/// A browser with a profile of its own, which ends with this value.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts a browser that keeps its profile in this folder. Without one a message says so and the test ends,
    /// but where `CI` is set it fails.
    pub(crate) fn start(profile: &Path) -> Option<Self> {
        let chromium = find_program(&["chromium", "chromium-browser", "google-chrome"]);
        let (Some(chromium), Some(driver)) = (chromium, find_program(&["chromedriver"])) else {
            assert!(env::var_os("CI").is_none(), "chromium and chromedriver have to be here");
            eprintln!("skipped: chromium and chromedriver are not here");
            return None;
        };
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver can be started");
        let output = BufReader::new(driver.stdout.take().expect("it is piped"));
        let port = output.lines().find_map(|line| {
            let line = line.ok()?;
            line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
        });
        let mut browser = Self {
            driver,
            port: port.expect("chromedriver says its port"),
            session: String::new(),
            profile: profile.to_owned(),
        };
        let user_data = format!("--user-data-dir={}", profile.display());
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            &user_data,
        ];
        let asked = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "binary": chromium, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let begun = browser.request("POST", "/session", Some(&asked));
        browser.session = begun["sessionId"].as_str().expect("a session").to_owned();
        Some(browser)
    }

    /// The value that the driver answers.
    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).expect("the driver reads");
        let mut stream = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).expect("the driver answers");
            match line.trim_end().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().expect("a length");
                }
                _ if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer).expect("the whole answer");
        let answer: Value = serde_json::from_slice(&answer).expect("the answer is JSON");
        let value = answer["value"].clone();
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.request("POST", &format!("/session/{}{path}", self.session), Some(body))
    }

    /// Sends a command of the DevTools protocol.
    fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Sets how wide the window is, and which of `light` and `dark` is preferred.
    pub(crate) fn look(&self, width: u32, scheme: &str, media: &str) {
        self.resize(width, 800);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.devtools(
            "Emulation.setEmulatedMedia",
            &json!({ "media": media, "features": features }),
        );
    }

    pub(crate) fn resize(&self, width: u32, height: u32) {
        let is_phone = width < 500;
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Lets the scripts of pages run, or not.
    pub(crate) fn allow_scripts(&self, are_allowed: bool) {
        let value = json!({ "value": !are_allowed });
        self.devtools("Emulation.setScriptExecutionDisabled", &value);
    }

    /// Prefers that nothing on a page moves.
    pub(crate) fn prefer_reduced_motion(&self) {
        let features = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// The role and the name of each element that a screen reader names.
    pub(crate) fn read_aloud(&self) -> Vec<(String, String)> {
        let tree = self.devtools("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().expect("a list of nodes");
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        let shown = nodes.iter().filter(|node| node["ignored"] == false);
        shown.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    /// Opens a file.
    pub(crate) fn open(&self, file: &Path) {
        self.visit(&format!("file://{}", file.display()));
    }

    /// Opens a link.
    pub(crate) fn visit(&self, link: &str) {
        self.post("/url", &json!({ "url": link }));
    }

    /// What a script in the page comes to.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text that an expression of the page has.
    pub(crate) fn text(&self, expression: &str) -> String {
        self.run(&format!("return String({expression});")).as_str().unwrap_or_default().to_owned()
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let mut ids = found.as_object().into_iter().flatten();
        let id = ids.find_map(|(_, id)| id.as_str()).expect("an element");
        id.to_owned()
    }

    /// Clicks on an element.
    pub(crate) fn click(&self, selector: &str) {
        self.post(&format!("/element/{}/click", self.element(selector)), &json!({}));
    }

    /// Types a key into an element.
    pub(crate) fn key(&self, selector: &str, key: char) {
        self.post(&format!("/element/{}/value", self.element(selector)), &json!({ "text": key }));
    }

    /// Presses a key where the focus is.
    pub(crate) fn press(&self, key: char) {
        let actions =
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })];
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Touches an element in its middle and moves the finger so far to the right before it is lifted.
    pub(crate) fn touch(&self, selector: &str, right: i32) {
        self.run(&format!(
            "document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }});"
        ));
        let origin = json!({ "element-6066-11e4-a52e-4f735466cecf": self.element(selector) });
        let to = |x: i32| json!({ "type": "pointerMove", "duration": 40, "x": x, "y": 0, "origin": origin });
        let finger = json!({
            "type": "pointer",
            "id": "finger",
            "parameters": { "pointerType": "touch" },
            "actions": [
                to(0),
                { "type": "pointerDown", "button": 0 },
                to(right),
                { "type": "pointerUp", "button": 0 },
            ],
        });
        self.post("/actions", &json!({ "actions": [finger] }));
    }

    /// What stands in the console since this was asked last.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        log.as_array().into_iter().flatten().map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends its browsers before it ends; what fails here has nothing left to end.
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let _ = stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\n\r\n");
            let _ = stream.read_to_end(&mut Vec::new());
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
