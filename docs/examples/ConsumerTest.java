import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a consumer with JUnit 5. */
class ConsumerTest {
    private static Simulator simulator;

    @BeforeAll
    static void start() throws Exception {
        simulator = new Simulator("--subscriptions", "10", "--time-scale", "60");
    }

    @BeforeEach
    void reset() throws Exception {
        simulator.reset();
    }

    @AfterAll
    static void stop() throws Exception {
        simulator.close();
    }

    /** Replace it by the consumer that you test. */
    private HttpResponse<String> signIn() throws Exception {
        String form = "grant_type=client_credentials&client_id=watchfloor-post&client_secret=practice%3A+post%2Bsecret";
        HttpRequest request = HttpRequest.newBuilder(
            URI.create(simulator.url() + "/auth/realms/iot/protocol/openid-connect/token")
        )
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void signsIn() throws Exception {
        assertEquals(200, signIn().statusCode());
        assertTrue(simulator.get("report?only=sign-in").contains("\"findings\":[]"));
    }

    @Test
    void meetsAnIssuerThatIsDown() throws Exception {
        simulator.post("fault-plans", "{\"endpoint\": \"token\", \"answer\": {\"status\": 503}}");
        assertEquals(503, signIn().statusCode());
        assertTrue(simulator.get("requests?endpoint=token").contains("\"status\":503"));
    }
}
