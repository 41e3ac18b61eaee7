package ajaxcrawl;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Marks of template libraries stay where they are, text stays text. */
public class BogusCommentsTest {

    @Test
    public void marksAreComments() {
        assertEquals("<p>a<!--?x$1$-->b<!--?y z?--></p>", BogusComments.write("<p>a<?x$1$>b<?y z?></p>"));
        assertEquals("a<!--?x-->", BogusComments.write("a<?x"));
        assertEquals("<!--?-->", BogusComments.write("<?>"));
    }

    @Test
    public void attributesCommentsAndRawTextStay() {
        for (final String html : new String[] {"<p title=\"<?x>\" b='<?y>' c=d>e</p>", "<!-- <?x> -->b",
            "<script>a('<?x>')</script>b", "<style><?x></STYLE>", "<textarea><?x></textarea>", "a < b <", "<p",
            "</p <?"}) {
            assertEquals(html, BogusComments.write(html));
        }
    }

    @Test
    public void whatFollowsThemIsReadAgain() {
        assertEquals("<p a=\"<?\"><!--?x--><b c=it's><!--?y--></b>",
                BogusComments.write("<p a=\"<?\"><?x><b c=it's><?y></b>"));
        assertEquals("<script><?a></script><!--?b-->", BogusComments.write("<script><?a></script><?b>"));
        assertEquals("<!--a--><!--?b-->", BogusComments.write("<!--a--><?b>"));
    }
}
