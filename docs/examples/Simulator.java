import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts the simulator for tests, on a free port. Needs nothing but the JDK, from version 11 on. */
public final class Simulator implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final String ready;

    /** The environment variable WATCHFLOOR is the command that starts Watchfloor; the default is "npx watchfloor". */
    public Simulator(String... options) throws IOException {
        String watchfloor = System.getenv().getOrDefault("WATCHFLOOR", "npx watchfloor");
        List<String> command = new ArrayList<>(List.of(watchfloor.split(" ")));
        command.addAll(List.of("simulator", "--format", "json", "--scenario", "none"));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        ready = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
    }

    /** Address of the service, and also of the issuer and of the stream. */
    public String url() {
        return named("url");
    }

    /** Goes back to the state of a new simulator. Call it before each test. */
    public void reset() throws IOException, InterruptedException {
        post("reset", "{\"everything\": true}");
    }

    /** Performs an action of the control with a JSON body, such as "fault-plans". */
    public String post(String name, String body) throws IOException, InterruptedException {
        return answer(
            HttpRequest.newBuilder(URI.create(named("control") + "/" + name))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
        );
    }

    /** Reads from the control, such as "report?only=sign-in". */
    public String get(String name) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(named("control") + "/" + name)));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    private String answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new IOException(response.body());
        return response.body();
    }

    /** Reads the first text with this name. Use your JSON library for the rest of the line. */
    private String named(String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(ready);
        if (!found.find()) throw new IllegalStateException("The simulator did not start: " + ready);
        return found.group(1);
    }
}
