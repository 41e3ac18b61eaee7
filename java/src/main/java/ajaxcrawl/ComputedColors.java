package ajaxcrawl;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Colours in computed styles: {@code rgb()} with commas, or {@code rgba()}, whatever they were written in (CSS Color 4, 15). */
final class ComputedColors {

    private static final Pattern FUNCTION = Pattern.compile("(?i)(?<![\\w-])(rgb|hsl|hwb)a?\\(([^()]*)\\)");
    private static final Pattern BETWEEN = Pattern.compile("\\s*[,/]\\s*|\\s+");
    private static final Pattern NUMBER = Pattern.compile("([-+]?\\d*\\.?\\d+(?:e[-+]?\\d+)?)(%|deg|grad|rad|turn|)");

    private static final int WITH_ALPHA = 4;
    private static final double MOST = 255;
    private static final double PERCENT = 100;
    private static final double DEGREES = 360;
    private static final double GRADS = 400;
    private static final double ALPHA_PLACES = 1000;
    private static final int HUE_STEPS = 12;
    private static final int[] CHANNELS = {0, 8, 4};

    private ComputedColors() { }

    /** Whether a value may have such a colour. */
    static boolean isIn(final String value) {
        return value.contains("hsl") || value.contains("rgb") || value.contains("hwb(");
    }

    /** A value with its colours as scripts read them; those that are not understood stay. */
    static String plain(final String value) {
        return isIn(value) && !value.contains("url(")
                ? FUNCTION.matcher(value).replaceAll(found -> Matcher.quoteReplacement(plain(found))) : value;
    }

    private static String plain(final MatchResult function) {
        final String[] parts = BETWEEN.split(Ascii.lower(function.group(2).strip()));
        if (parts.length != WITH_ALPHA - 1 && parts.length != WITH_ALPHA) {
            return function.group();
        }
        final double[] given = new double[WITH_ALPHA];
        given[WITH_ALPHA - 1] = 1;
        final boolean isRgb = "rgb".equalsIgnoreCase(function.group(1));
        for (int i = 0; i < parts.length; i++) {
            final Matcher number = NUMBER.matcher("none".equals(parts[i]) ? "0" : parts[i]);
            if (!number.matches()) {
                return function.group();
            }
            final double read = Double.parseDouble(number.group(1));
            given[i] = i == WITH_ALPHA - 1 ? "%".equals(number.group(2)) ? read / PERCENT : read
                    : isRgb ? "%".equals(number.group(2)) ? read / PERCENT : read / MOST
                    : i == 0 ? degrees(read, number.group(2)) : clamp(read / PERCENT);
        }
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < CHANNELS.length; i++) {
            final double channel = isRgb ? given[i] : "hsl".equalsIgnoreCase(function.group(1))
                    ? ofHsl(given[0], given[1], given[2], CHANNELS[i]) : ofHwb(given[0], given[1], given[2], CHANNELS[i]);
            text.append(i == 0 ? "" : ", ").append(Math.round(clamp(channel) * MOST));
        }
        final double alpha = Math.round(clamp(given[WITH_ALPHA - 1]) * ALPHA_PLACES) / ALPHA_PLACES;
        return alpha == 1 ? "rgb(" + text + ")"
                : "rgba(" + text + ", " + (alpha == 0 ? "0" : Double.toString(alpha)) + ")";
    }

    private static double degrees(final double angle, final String unit) {
        return switch (unit) {
            case "turn" -> angle * DEGREES;
            case "rad" -> Math.toDegrees(angle);
            case "grad" -> angle * DEGREES / GRADS;
            default -> angle;
        };
    }

    private static double ofHsl(final double hue, final double saturation, final double lightness, final int channel) {
        final double step = ((channel + hue * HUE_STEPS / DEGREES) % HUE_STEPS + HUE_STEPS) % HUE_STEPS;
        final double reach = saturation * Math.min(lightness, 1 - lightness);
        return lightness - reach * Math.max(-1, Math.min(Math.min(step - 3, 9 - step), 1));
    }

    private static double ofHwb(final double hue, final double white, final double black, final int channel) {
        return white + black >= 1 ? white / (white + black) : ofHsl(hue, 1, 0.5, channel) * (1 - white - black) + white;
    }

    private static double clamp(final double share) {
        return Math.max(0, Math.min(1, share));
    }
}
